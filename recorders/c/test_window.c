/* Sends four frames to a window, waits for a pause and its end, then writes until frames are dropped: test_window.py reads. */
#define COLLISION_RECORD_IMPLEMENTATION
#include "collision_record.h"

int main(int count, char **arguments) {
    cr_recorder *recorder = count > 1 ? cr_open(arguments[1], "mine \"1\"") : NULL;
    if (!recorder) return 2;
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
