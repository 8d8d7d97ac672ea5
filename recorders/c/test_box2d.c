/* What test_box2d.py reads: test_box2d FILE writes shapes of Box2D 3 that change into it, pairs into FILE.pairs, chains into
 * FILE.chains, bodies that are destroyed into FILE.ends, and what they are made of into FILE.materials. */
#define COLLISION_RECORD_IMPLEMENTATION
#define COLLISION_RECORD_BOX2D
#include <box2d/box2d.h>

#include "collision_record.h"

/* A world with this gravity, and what records it; NULL: the file cannot be written. */
static cr_recorder *open_world(const char *path, float gravity, b2WorldId *world) {
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = (b2Vec2){0, gravity};
    *world = b2CreateWorld(&def);
    return cr_open(path, "Box2D 3");
}

static int close_world(cr_recorder *recorder, b2WorldId world) {
    cr_close(recorder);
    b2DestroyWorld(world);
    return 0;
}

static b2BodyId box_at(cr_recorder *recorder, b2WorldId world, const char *name, float x, float y, b2Filter filter) {
    b2BodyDef body = b2DefaultBodyDef();
    b2ShapeDef shape = b2DefaultShapeDef();
    b2Polygon box = b2MakeBox(0.5f, 0.5f);
    body.type = b2_dynamicBody;
    body.position.x = x;
    body.position.y = y;
    shape.filter = filter;
    b2BodyId own = b2CreateBody(world, &body);
    b2CreatePolygonShape(own, &shape, &box);
    cr_box2d_add(recorder, own, name);
    return own;
}

/* Pairs that Box2D leaves out on purpose, and bodies of which several shapes touch. */
static int pairs(const char *path) {
    b2WorldId world;
    cr_recorder *recorder = open_world(path, 0, &world);
    if (!recorder) return 1;
    b2Filter any = b2DefaultFilter(), ghost = {8, 1, 0}, group = {1, UINT64_MAX, -1}, high = {1ull << 40, ~(1ull << 40), 0};
    b2RevoluteJointDef joint = b2DefaultRevoluteJointDef();
    joint.base.bodyIdA = box_at(recorder, world, "torso", 0, 0, any);
    joint.base.bodyIdB = box_at(recorder, world, "arm", 0, 0, any);
    b2CreateRevoluteJoint(world, &joint);
    for (int i = 0; i < 2; i++) {
        box_at(recorder, world, i ? "ghost 2" : "ghost 1", 10, 0, ghost);
        box_at(recorder, world, i ? "limb 2" : "limb 1", 20, 0, group);
        box_at(recorder, world, i ? "high 2" : "high 1", 30, 0, high);
    }
    /* Two guards whose fields of view overlap, of which no events are sent. */
    for (int i = 0; i < 2; i++) {
        b2ShapeDef view = b2DefaultShapeDef();
        b2Circle far_around = {{0, 0}, 2};
        view.isSensor = true;
        b2CreateCircleShape(box_at(recorder, world, i ? "guard 2" : "guard 1", i ? 63.0f : 60.0f, 9, any), &view, &far_around);
    }
    b2BodyId player = box_at(recorder, world, "player", 40, 1, any);
    box_at(recorder, world, "crate", 40, -0.5f, any);
    b2ShapeDef shape = b2DefaultShapeDef();
    b2Polygon foot = b2MakeOffsetBox(0.3f, 0.3f, (b2Vec2){0, -0.8f}, b2MakeRot(0));
    shape.isSensor = true;
    shape.filter.maskBits = 2;
    b2CreatePolygonShape(player, &shape, &foot);

    b2BodyDef body = b2DefaultBodyDef();
    b2Segment ground = {{45, -2}, {55, -2}};
    b2BodyId floor = b2CreateBody(world, &body);
    shape = b2DefaultShapeDef();
    shape.enableContactEvents = shape.enableSensorEvents = true;
    b2CreateSegmentShape(floor, &shape, &ground);
    b2Polygon gate = b2MakeOffsetBox(5, 0.5f, (b2Vec2){50, -1.5f}, b2MakeRot(0));
    shape.isSensor = true;
    b2CreatePolygonShape(floor, &shape, &gate);
    shape.isSensor = false;
    cr_box2d_add(recorder, floor, "floor");
    body.type = b2_dynamicBody;
    body.position.x = 50;
    body.linearVelocity.y = -3;
    b2BodyId table = b2CreateBody(world, &body);
    b2Polygon leg = b2MakeOffsetBox(0.1f, 0.4f, (b2Vec2){-0.4f, 0}, b2MakeRot(0));
    b2Polygon other = b2MakeOffsetBox(0.1f, 0.4f, (b2Vec2){0.4f, 0}, b2MakeRot(0));
    b2CreatePolygonShape(table, &shape, &leg);
    b2ShapeId last = b2CreatePolygonShape(table, &shape, &other);
    cr_box2d_add(recorder, table, "table");
    for (int step = 0; step < 120; step++) {
        if (step == 60) b2DestroyShape(last, true);
        if (step == 80) b2Body_SetLinearVelocity(table, (b2Vec2){0, 6});
        cr_box2d_step(recorder, world, 1.0f / 60.0f, 4);
    }
    return close_world(recorder, world);
}

static int changes(const char *path) {
    b2WorldId world;
    cr_recorder *recorder = open_world(path, 0, &world);
    if (!recorder) return 1;
    b2BodyDef body = b2DefaultBodyDef();
    body.type = b2_dynamicBody;
    b2BodyId own = b2CreateBody(world, &body);
    b2ShapeDef shape = b2DefaultShapeDef();
    b2Polygon box = b2MakeBox(0.5f, 0.5f), tall = b2MakeBox(0.5f, 1.5f);
    b2Circle circle = {{0, 0}, 2};
    b2ShapeId first = b2CreatePolygonShape(own, &shape, &box);
    cr_box2d_add(recorder, own, "box");
    for (int step = 0; step < 10; step++) {
        if (step == 2) b2Shape_SetPolygon(first, &tall);
        if (step == 4) b2CreateCircleShape(own, &shape, &circle);
        if (step == 6) b2DestroyShape(first, true);
        if (step == 8) b2Body_SetType(own, b2_staticBody);
        cr_box2d_step(recorder, world, 1.0f / 60.0f, 4);
    }
    return close_world(recorder, world);
}

/* A body of two chains and a circle between them: segments of one chain are one shape. */
static int chains(const char *path) {
    b2WorldId world;
    cr_recorder *recorder = open_world(path, -10, &world);
    if (!recorder) return 1;
    b2BodyDef body = b2DefaultBodyDef();
    b2BodyId ground = b2CreateBody(world, &body);
    b2ChainDef chain = b2DefaultChainDef();
    /* The first point and the last one are ghosts. */
    b2Vec2 hill[] = {{6, 0}, {5, 0}, {4, 0}, {3, 0}, {2, 0}, {1, 0}}, ring[] = {{-1, 0}, {-9, 0}, {-9, -5}, {-1, -5}};
    chain.points = hill;
    chain.count = 6;
    b2CreateChain(ground, &chain);
    b2ShapeDef shape = b2DefaultShapeDef();
    b2Circle circle = {{0, -9}, 1};
    b2CreateCircleShape(ground, &shape, &circle);
    chain.points = ring;
    chain.count = 4;
    chain.isLoop = true;
    b2CreateChain(ground, &chain);
    cr_box2d_add(recorder, ground, "ground");
    b2BodyId box = box_at(recorder, world, "box", 3.5f, 0.5f, b2DefaultFilter());
    b2Circle corner = {{-6, 0}, 0.5f};
    b2CreateCircleShape(box, &shape, &corner);
    for (int step = 0; step < 3; step++) cr_box2d_step(recorder, world, 1.0f / 60.0f, 4);
    return close_world(recorder, world);
}

/* Bullets that are destroyed in a wall and in a gate; another one comes in the place of each. */
static int ends(const char *path) {
    b2WorldId world;
    cr_recorder *recorder = open_world(path, 0, &world);
    if (!recorder) return 1;
    b2BodyDef body = b2DefaultBodyDef();
    b2ShapeDef shape = b2DefaultShapeDef();
    shape.enableContactEvents = shape.enableSensorEvents = true;
    b2Polygon box = b2MakeBox(1, 1);
    b2Circle circle = {{0, 0}, 0.5f};
    b2BodyId wall = b2CreateBody(world, &body);
    b2CreatePolygonShape(wall, &shape, &box);
    cr_box2d_add(recorder, wall, "wall");
    body.position.x = 20;
    b2BodyId gate = b2CreateBody(world, &body);
    shape.isSensor = true;
    b2CreatePolygonShape(gate, &shape, &box);
    shape.isSensor = false;
    cr_box2d_add(recorder, gate, "gate");
    body.type = b2_dynamicBody;
    for (int step = 0; step < 8; step++) {
        static b2BodyId bullets[2];
        for (int i = 0; i < 2 && step % 4 == 0; i++) {
            if (step) cr_box2d_remove(recorder, bullets[i]);
            if (step) b2DestroyBody(bullets[i]);
            body.position.x = 1.4f + 20 * (float)i;
            bullets[i] = b2CreateBody(world, &body);
            b2CreateCircleShape(bullets[i], &shape, &circle);
            cr_box2d_add(recorder, bullets[i], i ? "visitor" : "bullet");
        }
        cr_box2d_step(recorder, world, 1.0f / 60.0f, 4);
    }
    return close_world(recorder, world);
}

/* A body with circles of these frictions, of which the last one may be a sensor. */
static b2ShapeId made_of(cr_recorder *recorder, b2WorldId world, const char *name, b2BodyType type, const float *frictions, int count, bool senses) {
    static float x = 0;
    b2BodyDef body = b2DefaultBodyDef();
    b2ShapeDef shape = b2DefaultShapeDef();
    b2Circle circle = {{0, 0}, 0.5f};
    b2ShapeId last = b2_nullShapeId;
    body.type = type;
    body.position.x = x += 10;
    b2BodyId own = b2CreateBody(world, &body);
    shape.material.restitution = 0.5f;
    for (int i = 0; i < count; i++) {
        shape.material.friction = frictions[i];
        shape.isSensor = senses && i + 1 == count;
        last = b2CreateCircleShape(own, &shape, &circle);
    }
    cr_box2d_add(recorder, own, name);
    return last;
}

static int materials(const char *path) {
    b2WorldId world;
    cr_recorder *recorder = open_world(path, 0, &world);
    if (!recorder) return 1;
    const float frictions[] = {0.25f, 0.5f}, smooth = 0;
    b2ShapeId ball = made_of(recorder, world, "ball", b2_dynamicBody, &smooth, 1, false);
    made_of(recorder, world, "floor", b2_staticBody, frictions, 1, false);
    made_of(recorder, world, "mixed", b2_dynamicBody, frictions, 2, false);
    made_of(recorder, world, "guard", b2_dynamicBody, frictions, 2, true);
    made_of(recorder, world, "gate", b2_staticBody, frictions, 1, true);
    made_of(recorder, world, "lift", b2_kinematicBody, frictions, 1, false);
    b2World_SetGravity(world, (b2Vec2){1.5f, -10});
    for (int step = 0; step < 4; step++) {
        if (step == 2) b2Shape_SetFriction(ball, 2);
        cr_box2d_step(recorder, world, 1.0f / 60.0f, 4);
    }
    return close_world(recorder, world);
}

int main(int count, char **arguments) {
    char paths[4][256];
    if (count < 2) return 1;
    const char *const parts[] = {"pairs", "chains", "ends", "materials"};
    for (int i = 0; i < 4; i++) snprintf(paths[i], sizeof paths[i], "%s.%s", arguments[1], parts[i]);
    return changes(arguments[1]) || pairs(paths[0]) || chains(paths[1]) || ends(paths[2]) || materials(paths[3]);
}
