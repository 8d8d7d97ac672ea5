/* What test_window.py runs, beside a window or into a file: test_window TEST TO. */
#define COLLISION_RECORD_IMPLEMENTATION
#include <math.h>

#include "collision_record.h"

/* Four frames, a pause and its end, then frames until one is dropped. */
static int answers(cr_recorder *recorder) {
    int ball = cr_add(recorder, "ball", CR_MOVES), box = -1;
    cr_circle(recorder, ball, 0, 0, 0.5f);
    for (int n = 0; n < 4; n++) {
        if (n == 1) {
            float corners[] = {0, 0, 1, 0, 1, 1};
            box = cr_add(recorder, "box", CR_STATIC);
            cr_polygon(recorder, box, corners, 3, 0.1f);
        }
        if (n == 2) cr_remove(recorder, ball);
        if (n == 3) {
            ball = cr_add(recorder, "new", CR_MOVES);
            cr_circle(recorder, ball, 0, 0, 1);
        }
        cr_begin(recorder, n);
        cr_pose(recorder, ball, (float)n, 0, 0);
        cr_pose(recorder, box, 5, 5, 0);
        if (n == 3) {
            float point[] = {1, 2};
            cr_contact(recorder, ball, box, 0, 0, 1, 0, 0.1f, point, 1);
            cr_log(recorder, "hit\n");
        }
        cr_end(recorder);
    }
    while (!cr_is_paused(recorder)) continue;
    puts("paused");
    fflush(stdout);
    while (cr_is_paused(recorder)) continue;
    for (int n = 4; n < 4000000 && cr_dropped(recorder) == 0; n++) {
        cr_begin(recorder, n);
        cr_pose(recorder, ball, 1, 1, 0);
        cr_end(recorder);
    }
    printf("C: %ld frame dropped, none waited for\n", cr_dropped(recorder));
    int code = cr_dropped(recorder) == 0;
    cr_close(recorder);
    return code;
}

static int ball(cr_recorder *recorder, const char *name) {
    int body = cr_add(recorder, name, CR_MOVES);
    cr_circle(recorder, body, 0, 0, 0.5f);
    return body;
}

/* A frame whose log has its number. */
static void frame(cr_recorder *recorder, int number) {
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    cr_begin(recorder, number);
    for (int i = 0; i < recorder->count; i++) cr_pose(recorder, i, 3.0f * (float)i, 0, 0);
    cr_log(recorder, text);
    cr_end(recorder);
}

/* Bodies that go before a frame has told them, that have no shape yet, and of one name. */
static int bodies(cr_recorder *recorder) {
    int early = ball(recorder, "early"), bullet = ball(recorder, "bullet");
    int bare = cr_add(recorder, "bare", CR_MOVES), second = ball(recorder, "bullet");
    cr_remove(recorder, early);
    cr_contact(recorder, bullet, bare, -1, -1, 1, 0, 0.1f, NULL, 0);
    cr_event(recorder, "begin", second, bare);
    frame(recorder, 0);
    cr_circle(recorder, bare, 0, 0, 1);
    cr_circle(recorder, bullet, 1, 0, 1);
    cr_remove(recorder, bullet);
    cr_event(recorder, "end", second, bullet);
    ball(recorder, "again");
    int short_lived = ball(recorder, "short-lived");
    ball(recorder, "bullet");
    cr_remove(recorder, short_lived);
    frame(recorder, 1);
    ball(recorder, "bullet");
    frame(recorder, 2);
    frame(recorder, 3);
    cr_close(recorder);
    return 0;
}

/* Frames until ten are dropped and said so, then one in which a body comes. */
static int drops(cr_recorder *recorder) {
    int number = 0;
    for (int i = 0; i < 200; i++) ball(recorder, "ball");
    while (cr_dropped(recorder) < 10) frame(recorder, number++);
    puts("dropped");
    fflush(stdout);
    ball(recorder, "ball");
    frame(recorder, number++);
    long dropped = cr_close(recorder);
    printf("%d %ld\n", number, dropped);
    return 0;
}

/* Ten frames, of which a full disk takes none or some. */
static int full(cr_recorder *recorder) {
    ball(recorder, "ball");
    for (int n = 0; n < 10; n++) frame(recorder, n);
    long before = cr_dropped(recorder), dropped = cr_close(recorder);
    printf("%ld %ld\n", before, dropped);
    return 0;
}

/* Bodies that go in the frame whose events and contacts name them, untold; then a level that begins again. */
static int restart(cr_recorder *recorder) {
    int first = ball(recorder, "first"), gone = ball(recorder, "gone");
    cr_gravity(recorder, 0, NAN);
    cr_begin(recorder, 1.7e9 + 0.25);
    int last = ball(recorder, "last");
    cr_contact(recorder, gone, last, 0, 0, 1, 0, 0.1f, NULL, 0);
    cr_contact(recorder, first, last, 0, 0, 1, 0, 0.1f, NULL, 0);
    cr_contact(recorder, first, gone, 0, 0, 1, 0, 0.1f, NULL, 0);
    cr_event(recorder, "begin", first, gone);
    cr_remove(recorder, gone);
    ball(recorder, "other");
    cr_end(recorder);
    frame(recorder, 2000000000);
    cr_remove(recorder, first);
    cr_gravity(recorder, 0, -10);
    frame(recorder, 0);
    cr_begin(recorder, NAN);
    cr_end(recorder);
    cr_close(recorder);
    return 0;
}

/* What a body is and meets, and is made of, what holds two and keeps them apart, and shapes that no reader takes. */
static int told(cr_recorder *recorder) {
    float corners[] = {0, 0, 1, 0, 1, 1};
    int player = ball(recorder, "player"), other = cr_add(recorder, "other", CR_KINEMATIC), gone = ball(recorder, "gone");
    int none = cr_add(recorder, "none", CR_MOVES);
    cr_circle(recorder, other, 0, 0, 0.5f);
    cr_circle(recorder, none, 0, 0, 0);
    cr_units(recorder, 0.01, "down");
    cr_masks(recorder, player, 1u << 31 | 2, 0xffffffffu);
    cr_gravity(recorder, 1.5f, 9.75f);
    cr_material(recorder, player, 2, 0, 0);
    cr_material(recorder, other, 2, -1, INFINITY);
    cr_circle(recorder, player, NAN, 0, 1);
    cr_capsule(recorder, player, 1, 1, 1, 1, 0.5f);
    cr_segment(recorder, player, 1, 1, 1, 1);
    cr_one_sided(recorder, player, 1, 1, 1, 1);
    cr_polygon(recorder, player, corners, 2, 0);
    cr_polygon(recorder, player, corners, 3, 0);
    for (int n = 0; n < 2; n++) {
        cr_begin(recorder, n);
        cr_pose(recorder, player, 0, 0, 0);
        cr_pose(recorder, other, 0, 0, 0);
        cr_pose(recorder, none, 0, 0, 0);
        if (n == 0) cr_velocity(recorder, other, 1, 2, 3);
        cr_joint(recorder, "rope }", player, other);
        cr_joint(recorder, "rope", player, gone);
        cr_filtered(recorder, player, other, -1, -1);
        cr_contact(recorder, player, other, 6, 0, 1, 0, 0.125f, NULL, 0);
        cr_contact(recorder, player, other, 1, 0, 1, 0, 0.25f, NULL, 0); /* of a shape that is left out */
        if (n == 0) cr_remove(recorder, gone);
        cr_end(recorder);
    }
    cr_close(recorder);
    return 0;
}

int main(int count, char **arguments) {
    cr_recorder *recorder = count > 2 ? cr_open(arguments[2], "mine \"1\"") : NULL;
    if (!recorder) return 2;
    if (!strcmp(arguments[1], "answers")) return answers(recorder);
    if (!strcmp(arguments[1], "bodies")) return bodies(recorder);
    if (!strcmp(arguments[1], "full")) return full(recorder);
    if (!strcmp(arguments[1], "restart")) return restart(recorder);
    if (!strcmp(arguments[1], "told")) return told(recorder);
    return drops(recorder);
}
