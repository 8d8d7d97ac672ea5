/* A pile of Box2D 3, recorded: bodies come and go, and a sensor is crossed. */
#define COLLISION_RECORD_IMPLEMENTATION
#define COLLISION_RECORD_BOX2D
#include <box2d/box2d.h>

#include "collision_record.h"

int main(int count, char **arguments) {
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = (b2Vec2){0, -9.81f};
    b2WorldId world = b2CreateWorld(&def);
    /* Contacts are found anew in every step: manifolds that are used again are rows of their own. */
    b2World_SetContactRecycleDistance(world, 0);
    cr_recorder *recorder = cr_open(count > 1 ? arguments[1] : "game.jsonl", "Box2D 3");
    if (!recorder) return 1;

    b2BodyDef body = b2DefaultBodyDef();
    b2ShapeDef shape = b2DefaultShapeDef();
    shape.enableSensorEvents = shape.enableContactEvents = true;
    b2BodyId floor = b2CreateBody(world, &body);
    b2Segment ground = {{-10, 0}, {10, 0}};
    b2CreateSegmentShape(floor, &shape, &ground);
    cr_box2d_add(recorder, floor, "floor");

    body.position.y = 2;
    b2BodyId gate = b2CreateBody(world, &body);
    b2ShapeDef sensor = shape;
    sensor.isSensor = true;
    b2Polygon wide = b2MakeBox(2, 0.2f);
    b2CreatePolygonShape(gate, &sensor, &wide);
    cr_box2d_add(recorder, gate, "gate");

    b2BodyId first = {0};
    body.type = b2_dynamicBody;
    for (int i = 0; i < 8; i++) {
        body.position.x = 0.3f * (float)i;
        body.position.y = 3 + 1.1f * (float)i;
        b2BodyId own = b2CreateBody(world, &body);
        b2Circle circle = {{0, 0}, 0.4f};
        b2Polygon box = b2MakeRoundedBox(0.45f, 0.35f, 0.05f);
        if (i % 2) b2CreateCircleShape(own, &shape, &circle);
        else b2CreatePolygonShape(own, &shape, &box);
        char name[16];
        snprintf(name, sizeof name, "body %d", i);
        cr_box2d_add(recorder, own, name);
        if (i == 0) first = own;
    }
    for (int step = 0; step < 240; step++) {
        if (step == 150) {
            cr_box2d_remove(recorder, first);
            b2DestroyBody(first);
        }
        cr_box2d_step(recorder, world, 1.0f / 60.0f, 4);
        while (cr_is_paused(recorder)) {
        }
    }
    cr_close(recorder);
    b2DestroyWorld(world);
    return 0;
}
