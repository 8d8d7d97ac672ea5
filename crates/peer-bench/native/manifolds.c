// Box2D's manifold functions, called from C as its own world calls them: the pose of B in A's frame is computed and handed
// over in registers. From Rust the struct of four floats goes through memory, and the stall would be charged to Box2D.
// The types are those of Box2D's interface, by layout; the Rust side checks their sizes.

#include <stddef.h>
#include <stdint.h>

typedef struct { float x, y; } vector;
typedef struct { vector p; float c, s; } transform;

typedef struct {
	vector normal;
	struct { vector point; float separation; uint16_t id; } points[2];
	int32_t count;
} local_manifold;

typedef local_manifold collide( const void* a, const void* b, transform b_in_a );

typedef struct {
	float normal[2];
	struct { float position[2]; float depth; uint32_t feature; } points[2];
	uint32_t count;
} contact;

static vector rotate( float c, float s, vector v )
{
	return (vector){ c * v.x - s * v.y, s * v.x + c * v.y };
}

static transform relative( const transform* a, const transform* b )
{
	vector d = { b->p.x - a->p.x, b->p.y - a->p.y };
	return (transform){ rotate( a->c, -a->s, d ), a->c * b->c + a->s * b->s, a->c * b->s - a->s * b->c };
}

// `poses`: A's and B's pose of each pair. `shapes`: A's and B's shape of each pair, `stride_a` and `stride_b` bytes apart.
void peer_bench_manifolds( collide* function, const transform* poses, const char* shapes_a, size_t stride_a,
						   const char* shapes_b, size_t stride_b, size_t pairs, contact* out )
{
	for ( size_t i = 0; i < pairs; ++i )
	{
		const transform* a = poses + 2 * i;
		local_manifold m = function( shapes_a + i * stride_a, shapes_b + i * stride_b, relative( a, a + 1 ) );
		contact* to = out + i;
		to->count = m.count;
		if ( m.count == 0 )
			continue;
		vector normal = rotate( a->c, a->s, m.normal );
		to->normal[0] = normal.x;
		to->normal[1] = normal.y;
		for ( int k = 0; k < m.count; ++k )
		{
			vector r = rotate( a->c, a->s, m.points[k].point );
			to->points[k].position[0] = a->p.x + r.x;
			to->points[k].position[1] = a->p.y + r.y;
			to->points[k].depth = -m.points[k].separation;
			to->points[k].feature = m.points[k].id;
		}
	}
}
