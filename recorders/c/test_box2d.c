/* Shapes of Box2D 3 that change are recorded again: test_box2d FILE; test_box2d.py reads it. */
#define COLLISION_RECORD_IMPLEMENTATION
#define COLLISION_RECORD_BOX2D
#include <box2d/box2d.h>

#include "collision_record.h"

int main(int count, char **arguments) {
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = (b2Vec2){0, 0};
    b2WorldId world = b2CreateWorld(&def);
    cr_recorder *recorder = count > 1 ? cr_open(arguments[1], "Box2D 3") : NULL;
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
    cr_close(recorder);
    b2DestroyWorld(world);
    return 0;
}
