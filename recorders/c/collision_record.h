/* Records the poses and contacts of any engine for Collision Test. One header; C99 and C++. MIT OR Apache-2.0.
 *
 *     #define COLLISION_RECORD_IMPLEMENTATION     in one file of the program
 *     #define COLLISION_RECORD_BOX2D              for worlds of Box2D 3: include box2d/box2d.h before this
 *     #include "collision_record.h"
 *
 *     cr_recorder *recorder = cr_open("game.jsonl", "my engine 1.0");      // or "127.0.0.1:7878" of a window that listens
 *     int ball = cr_add(recorder, "ball", CR_MOVES);
 *     cr_circle(recorder, ball, 0, 0, 0.5f);
 *     ...
 *     each step:
 *         cr_begin(recorder, seconds);
 *         cr_pose(recorder, ball, x, y, angle);              // of every body that is there
 *         cr_contact(recorder, a, b, shape_a, shape_b, nx, ny, depth, points, count);
 *         cr_end(recorder);
 *         if (cr_is_paused(recorder)) ...                    // a stop holds in the window
 *     cr_close(recorder);
 *
 * In C: -std=gnu99 or later, for sockets. Metres and y up, if cr_units does not say otherwise; radians, normals from a to b.
 * Bodies may be added and removed between frames. A shape without extent, or with a number that is none, is left out, which is
 * said once on stderr. Connecting to a window takes a second at most, once its host's name is found. A frame waits for no window: what it
 * has no room for is dropped and counted, but for frames in which bodies come or go. The events and the log of a dropped
 * frame come with the next one. A file or a window that fails is gone, which is said once on stderr: all frames from then on are
 * dropped. Where time goes back, as in a level that begins again, so does the recording: what came before is another one. */

#ifndef COLLISION_RECORD_H
#define COLLISION_RECORD_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cr_recorder cr_recorder;
typedef enum { CR_MOVES, CR_STATIC, CR_KINEMATIC, CR_SENSOR } cr_kind;

/* A file, or HOST:PORT. NULL where it cannot be opened. */
cr_recorder *cr_open(const char *to, const char *engine);
/* The units of the game, before the first frame: metres of one of them, and y "up" or "down". */
void cr_units(cr_recorder *recorder, double metres_per_unit, const char *y);
/* In units a second squared, of which the header tells what it is at the first frame; one with NaN is not told. */
void cr_gravity(cr_recorder *recorder, float x, float y);
/* Sends what waits, until the window takes nothing for a second. Returns how many frames were dropped in all. */
long cr_close(cr_recorder *recorder);

/* A body, which is recorded from its first shape on. Returns its index; -1 where memory is out. A name that is taken gets a
 * number: "bullet 2". A static sensor is a sensor. */
int cr_add(cr_recorder *recorder, const char *name, cr_kind kind);
void cr_remove(cr_recorder *recorder, int body);
/* Masks of 32 bits: what it is, and what it meets. Two bodies meet where each one meets what the other is. */
void cr_masks(cr_recorder *recorder, int body, unsigned is, unsigned meets);
/* As the engine has them, before it mixes those of two bodies; the mass in any unit, of a body that it moves. One below 0, or NaN,
 * is not told: -1 where the engine does not tell it. */
void cr_material(cr_recorder *recorder, int body, float mass, float friction, float restitution);
void cr_circle(cr_recorder *recorder, int body, float x, float y, float radius);
void cr_segment(cr_recorder *recorder, int body, float x0, float y0, float x1, float y1);
/* A segment that holds only what is on the side of (y1 - y0, x0 - x1), as those of Box2D's chains do. */
void cr_one_sided(cr_recorder *recorder, int body, float x0, float y0, float x1, float y1);
/* Several of them, one shape: x and y of 2 to 4096 points in turn, `is_closed` with a segment from the last to the first. */
void cr_chain(cr_recorder *recorder, int body, const float *points, int count, bool is_closed);
void cr_capsule(cr_recorder *recorder, int body, float x0, float y0, float x1, float y1, float radius);
/* x and y in turn; `radius` is outside of it. */
void cr_polygon(cr_recorder *recorder, int body, const float *points, int count, float radius);

void cr_begin(cr_recorder *recorder, double seconds);
void cr_pose(cr_recorder *recorder, int body, float x, float y, float angle);
/* May be left out. Where a body comes, it tells whether it flies or is put elsewhere. */
void cr_velocity(cr_recorder *recorder, int body, float x, float y, float angular);
/* x and y of each point in turn; `shape_a` and `shape_b` are indices in the order of adding, -1 where they are not known. */
void cr_contact(cr_recorder *recorder, int a, int b, int shape_a, int shape_b, float normal_x, float normal_y, float depth,
                const float *points, int count);
void cr_sensed(cr_recorder *recorder, int a, int b, int shape_a, int shape_b);
/* The engine leaves out two shapes on purpose, whether they touch or not; of two bodies: -1. */
void cr_filtered(cr_recorder *recorder, int a, int b, int shape_a, int shape_b);
/* A joint that holds two bodies; `kind` is the engine's word. */
void cr_joint(cr_recorder *recorder, const char *kind, int a, int b);
/* "begin", "end", or of a sensor "enter", "exit". */
void cr_event(cr_recorder *recorder, const char *kind, int a, int b);
void cr_log(cr_recorder *recorder, const char *text);
void cr_end(cr_recorder *recorder);

/* Whether the window asks for a pause. A paused game goes on asking. */
bool cr_is_paused(cr_recorder *recorder);
/* Frames that were dropped. */
long cr_dropped(const cr_recorder *recorder);

#ifdef COLLISION_RECORD_BOX2D
/* Records a body of Box2D 3 from now on, with the shapes that it has in each step; call cr_box2d_remove before b2DestroyBody. The
 * ends that Box2D sends of a body that was destroyed are told in the next step. */
int cr_box2d_add(cr_recorder *recorder, b2BodyId body, const char *name);
void cr_box2d_remove(cr_recorder *recorder, b2BodyId body);
/* In the place of b2World_Step. Contacts are on the poses from before the step; points with a gap are left out. Joints are
 * told, and so are the pairs that they, negative groups and masks of single shapes keep apart, and sensors of solid bodies whose
 * sensor events are off. */
void cr_box2d_step(cr_recorder *recorder, b2WorldId world, float seconds, int sub_steps);
#endif

#ifdef __cplusplus
}
#endif
#endif /* COLLISION_RECORD_H */

#ifdef COLLISION_RECORD_IMPLEMENTATION

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <io.h>
#include <winsock2.h>
#include <ws2tcpip.h>
typedef SOCKET cr_socket_;
#define CR_NO_SOCKET_ INVALID_SOCKET
#define cr_hang_up_ closesocket
#define cr_cut_(file, length) _chsize_s(_fileno(file), length)
#else
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
typedef int cr_socket_;
#define CR_NO_SOCKET_ (-1)
#define cr_hang_up_ close
#define cr_cut_(file, length) ftruncate(fileno(file), (off_t)(length))
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* Bytes that wait for a window. */
#define CR_WAITING_ ((size_t)4 << 20)
/* Of a chain; no reader takes more. */
#define CR_MOST_POINTS_ 4096
/* How long a window may take for the connection, and for bytes at the end; and a part of that. Milliseconds. */
#define CR_PATIENCE_ 1000
#define CR_PAUSE_ 10

typedef struct {
    char *bytes;
    size_t length, capacity;
} cr_text_;

typedef struct {
    bool is_there, has_pose, has_velocity;
    bool is_told; /* The recording has a body at this place. */
    bool is_new;  /* Its description is not told yet. */
    bool is_named; /* By an event that is not told yet. */
    cr_kind kind;
    char *name;
    cr_text_ shapes;
    cr_text_ kept; /* Of each shape that was added, whether it is recorded. */
    int shape_count; /* of those that are recorded */
    unsigned is, meets;
    float mass, friction, restitution; /* -1: not told. */
    float x, y, angle, velocity[3];
#ifdef COLLISION_RECORD_BOX2D
    bool is_box2d;
    b2BodyId id;
    b2Pos center;
    unsigned long long stamp; /* of what it is described by */
    bool is_filtering; /* Masks of the body do not tell what its shapes meet. */
#endif
} cr_body_;

#ifdef COLLISION_RECORD_BOX2D
typedef struct {
    b2ShapeId id;
    b2BodyId body;
    int place; /* in its body */
} cr_box2d_shape_;

/* A shape of a body that is removed: its last events come in the next step. */
typedef struct {
    b2ShapeId id;
    int index; /* of the body */
} cr_box2d_leaving_;

/* Where a shape may touch others. */
typedef struct {
    b2AABB box;
    b2Filter filter;
    int body, place;
    bool is_sensor, sends; /* whether its sensor events are on */
} cr_box2d_box_;

/* How many shapes of two bodies began and ended to touch in a step. */
typedef struct {
    int a, b, begins, ends;
} cr_box2d_pair_;
#endif

struct cr_recorder {
    char *engine;
    FILE *file;
    long long written; /* bytes in the file */
    cr_socket_ socket;
    cr_text_ waiting, contacts, joints, events, log, line, heard;
    cr_body_ *bodies;
    int count, capacity;
    int places; /* of the recording: those up to the last body that was told */
    bool has_begun, is_paused, is_failed, is_gone, has_left_out, y_is_down;
    double time, metres_per_unit;
    bool has_gravity;
    float gravity[2];
    long frame, dropped;
#ifdef COLLISION_RECORD_BOX2D
    /* By the indices of Box2D's ids, which are given again: body and shape have the whole id. */
    int *box2d_bodies, box2d_body_count;
    cr_box2d_shape_ *box2d_shapes;
    int box2d_shape_count;
    cr_box2d_pair_ *box2d_pairs;
    int box2d_pair_count, box2d_pair_room;
    cr_box2d_leaving_ *box2d_leaving;
    int box2d_leaving_count, box2d_leaving_room;
#endif
};

/* Out of memory: the recording ends, and the game goes on. */
static void cr_put_(cr_recorder *recorder, cr_text_ *text, const char *bytes, size_t length) {
    if (text->length + length + 1 > text->capacity) {
        size_t capacity = 2 * (text->length + length + 1);
        char *grown = (char *)realloc(text->bytes, capacity);
        if (!grown) {
            recorder->is_failed = true;
            return;
        }
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

static void cr_print_(cr_recorder *recorder, cr_text_ *text, const char *format, ...) {
    char small[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    if (length > 0) cr_put_(recorder, text, small, (size_t)length < sizeof small ? (size_t)length : sizeof small - 1);
}

/* JSON has neither NaN nor infinity, and no commas within numbers. */
static void cr_digits_(cr_recorder *recorder, cr_text_ *text, double number, int count) {
    if (number - number != 0) {
        cr_put_(recorder, text, "null", 4);
        return;
    }
    char digits[40];
    int length = snprintf(digits, sizeof digits, "%.*g", count, number);
    for (char *c = digits; *c; c++)
        if (*c == ',') *c = '.';
    cr_put_(recorder, text, digits, (size_t)length);
}

/* As many digits as a float has. */
static void cr_number_(cr_recorder *recorder, cr_text_ *text, double number) {
    cr_digits_(recorder, text, number, 9);
}

static void cr_pair_(cr_recorder *recorder, cr_text_ *text, double x, double y) {
    cr_put_(recorder, text, "[", 1);
    cr_number_(recorder, text, x);
    cr_put_(recorder, text, ",", 1);
    cr_number_(recorder, text, y);
    cr_put_(recorder, text, "]", 1);
}

static void cr_string_(cr_recorder *recorder, cr_text_ *text, const char *value) {
    cr_put_(recorder, text, "\"", 1);
    for (; *value; value++) {
        unsigned char c = (unsigned char)*value;
        if (c == '"' || c == '\\') cr_print_(recorder, text, "\\%c", c);
        else if (c < 0x20) cr_print_(recorder, text, "\\u%04x", c);
        else cr_put_(recorder, text, value, 1);
    }
    cr_put_(recorder, text, "\"", 1);
}

static void cr_comma_(cr_recorder *recorder, cr_text_ *text) {
    if (text->length) cr_put_(recorder, text, ",", 1);
}

static char *cr_copy_(const char *text) {
    size_t length = strlen(text) + 1;
    char *copy = (char *)malloc(length);
    if (copy) memcpy(copy, text, length);
    return copy;
}

static cr_body_ *cr_body_of_(cr_recorder *recorder, int body) {
    if (!recorder || body < 0 || body >= recorder->count || !recorder->bodies[body].is_there) return NULL;
    return &recorder->bodies[body];
}

static bool cr_would_wait_(void) {
#ifdef _WIN32
    return WSAGetLastError() == WSAEWOULDBLOCK;
#else
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == EINPROGRESS;
#endif
}

/* Waits until a socket takes bytes or fails, while there is patience. */
static bool cr_takes_bytes_(cr_socket_ of, int *patience) {
    for (; *patience > 0; *patience -= CR_PAUSE_) {
#ifdef _WIN32
        struct timeval pause = {0, 1000 * CR_PAUSE_};
        fd_set takes, fails;
        FD_ZERO(&takes);
        FD_ZERO(&fails);
        FD_SET(of, &takes);
        FD_SET(of, &fails);
        if (select(0, NULL, &takes, &fails, &pause) > 0) return true;
#else
        struct pollfd one = {of, POLLOUT, 0};
        if (poll(&one, 1, CR_PAUSE_) > 0) return true;
#endif
    }
    return false;
}

/* Without shapes it is no body of a recording. */
static bool cr_is_recorded_(const cr_body_ *body) {
    return body->is_there && body->shape_count > 0;
}

static cr_socket_ cr_connect_(const char *to) {
    const char *colon = strrchr(to, ':');
    char host[256];
    if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1)) return CR_NO_SOCKET_;
    size_t length = (size_t)(colon - to);
    if (length >= sizeof host || strchr(to, '/') || strchr(to, '\\')) return CR_NO_SOCKET_;
    memcpy(host, to, length);
    host[length] = 0;
#ifdef _WIN32
    WSADATA data;
    if (WSAStartup(MAKEWORD(2, 2), &data)) return CR_NO_SOCKET_;
#endif
    struct addrinfo hints, *found = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host, colon + 1, &hints, &found)) return CR_NO_SOCKET_;
    cr_socket_ connected = CR_NO_SOCKET_;
    int patience = CR_PATIENCE_;
    for (struct addrinfo *one = found; one && connected == CR_NO_SOCKET_; one = one->ai_next) {
        connected = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
        if (connected == CR_NO_SOCKET_) continue;
#ifdef _WIN32
        u_long is_set = 1;
        ioctlsocket(connected, FIONBIO, &is_set);
#else
        fcntl(connected, F_SETFL, fcntl(connected, F_GETFL, 0) | O_NONBLOCK);
#endif
        int failed = connect(connected, one->ai_addr, one->ai_addrlen);
        if (failed && cr_would_wait_() && cr_takes_bytes_(connected, &patience)) {
            socklen_t length = sizeof failed;
            getsockopt(connected, SOL_SOCKET, SO_ERROR, (char *)&failed, &length);
        }
        if (failed) {
            cr_hang_up_(connected);
            connected = CR_NO_SOCKET_;
        }
    }
    freeaddrinfo(found);
    int on = 1;
    if (connected != CR_NO_SOCKET_) setsockopt(connected, IPPROTO_TCP, TCP_NODELAY, (const char *)&on, sizeof on);
    return connected;
}

cr_recorder *cr_open(const char *to, const char *engine) {
    cr_recorder *recorder = (cr_recorder *)calloc(1, sizeof *recorder);
    if (!recorder) return NULL;
    recorder->metres_per_unit = 1;
    recorder->socket = cr_connect_(to);
    const char *colon = strrchr(to, ':');
    bool is_address = colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
    if (recorder->socket == CR_NO_SOCKET_ && !is_address) recorder->file = fopen(to, "wb");
    /* A frame is one write, and nothing of one that fails is kept. */
    if (recorder->file) setvbuf(recorder->file, NULL, _IONBF, 0);
    recorder->engine = cr_copy_(engine);
    if ((recorder->socket == CR_NO_SOCKET_ && !recorder->file) || !recorder->engine) {
        cr_close(recorder);
        return NULL;
    }
    return recorder;
}

void cr_units(cr_recorder *recorder, double metres_per_unit, const char *y) {
    if (!recorder || !(metres_per_unit > 0)) return;
    recorder->metres_per_unit = metres_per_unit;
    recorder->y_is_down = !strcmp(y, "down");
}

/* Frames among the lines that wait; a header is none. */
static long cr_frames_(const cr_text_ *waiting) {
    static const char header[] = "{\"recording\"";
    const size_t length = sizeof header - 1;
    long frames = 0;
    bool is_header = waiting->length > length && !strncmp(waiting->bytes, header, length);
    for (size_t i = 0; i < waiting->length; i++) {
        if (waiting->bytes[i] != '\n') continue;
        frames += !is_header;
        is_header = waiting->length - i > length && !strncmp(waiting->bytes + i + 1, header, length);
    }
    return frames;
}

/* The file or the window is gone, and what waits for it is lost. */
static void cr_lose_(cr_recorder *recorder, const char *why) {
    if (why) fprintf(stderr, "collision_record: %s; frames are dropped from now on\n", why);
    recorder->is_gone = true;
    recorder->dropped += cr_frames_(&recorder->waiting);
    recorder->waiting.length = 0;
    if (recorder->file) fclose(recorder->file);
    recorder->file = NULL;
    if (recorder->socket != CR_NO_SOCKET_) cr_hang_up_(recorder->socket);
    recorder->socket = CR_NO_SOCKET_;
}

/* Sends what fits without waiting. */
static void cr_flush_(cr_recorder *recorder) {
    cr_text_ *waiting = &recorder->waiting;
    size_t sent = 0;
    bool is_gone = false;
    while (recorder->socket != CR_NO_SOCKET_ && sent < waiting->length) {
        long now = (long)send(recorder->socket, waiting->bytes + sent, waiting->length - sent, MSG_NOSIGNAL);
        if (now > 0) {
            sent += (size_t)now;
        } else {
            is_gone = now < 0 && !cr_would_wait_();
            break;
        }
    }
    if (sent) memmove(waiting->bytes, waiting->bytes + sent, waiting->length - sent);
    waiting->length -= sent;
    if (is_gone) cr_lose_(recorder, "the window takes nothing any more");
}

long cr_close(cr_recorder *recorder) {
    if (!recorder) return 0;
    if (recorder->file) fclose(recorder->file);
    cr_text_ *waiting = &recorder->waiting;
    cr_flush_(recorder);
    for (int patience = CR_PATIENCE_; waiting->length && recorder->socket != CR_NO_SOCKET_; patience = CR_PATIENCE_) {
        if (!cr_takes_bytes_(recorder->socket, &patience)) break;
        cr_flush_(recorder);
    }
    /* Answers that nobody has read would make a reset of it, by which the window loses what it has not read. */
    cr_is_paused(recorder);
    if (recorder->socket != CR_NO_SOCKET_) cr_hang_up_(recorder->socket);
    long dropped = recorder->dropped + cr_frames_(waiting);
    for (int i = 0; i < recorder->count; i++) {
        free(recorder->bodies[i].name);
        free(recorder->bodies[i].shapes.bytes);
        free(recorder->bodies[i].kept.bytes);
    }
    free(recorder->bodies);
    free(recorder->engine);
    free(recorder->waiting.bytes);
    free(recorder->contacts.bytes);
    free(recorder->joints.bytes);
    free(recorder->events.bytes);
    free(recorder->log.bytes);
    free(recorder->line.bytes);
    free(recorder->heard.bytes);
#ifdef COLLISION_RECORD_BOX2D
    free(recorder->box2d_bodies);
    free(recorder->box2d_shapes);
    free(recorder->box2d_pairs);
    free(recorder->box2d_leaving);
#endif
    free(recorder);
    return dropped;
}

/* The name, or with a number where a body has it. */
static char *cr_name_(cr_recorder *recorder, const char *name) {
    size_t length = strlen(name);
    char *own = (char *)malloc(length + 24);
    if (!own) return NULL;
    bool is_taken = false;
    unsigned long highest = 1;
    for (int i = 0; i < recorder->count; i++) {
        const char *other = recorder->bodies[i].name;
        if (!recorder->bodies[i].is_there || strncmp(other, name, length)) continue;
        is_taken |= !other[length];
        char *end = NULL;
        unsigned long number = other[length] == ' ' ? strtoul(other + length + 1, &end, 10) : 0;
        if (number > highest && number < 1000000000 && !*end) highest = number;
    }
    if (is_taken) sprintf(own, "%s %lu", name, highest + 1);
    else memcpy(own, name, length + 1);
    return own;
}

int cr_add(cr_recorder *recorder, const char *name, cr_kind kind) {
    if (!recorder) return -1;
    int index = 0;
    /* The place of a body that goes is free from the next frame on: its last events still name it. */
    for (; index < recorder->count; index++) {
        const cr_body_ *body = &recorder->bodies[index];
        if (!body->is_there && !body->is_told && !body->is_named) break;
    }
    if (index == recorder->capacity) {
        int capacity = recorder->capacity ? 2 * recorder->capacity : 16;
        cr_body_ *grown = (cr_body_ *)realloc(recorder->bodies, (size_t)capacity * sizeof *grown);
        if (!grown) return -1;
        recorder->bodies = grown;
        recorder->capacity = capacity;
    }
    char *own = cr_name_(recorder, *name ? name : "body");
    if (!own) return -1;
    cr_body_ *body = &recorder->bodies[index];
    memset(body, 0, sizeof *body);
    body->name = own;
    if (index == recorder->count) recorder->count++;
    body->is_there = body->is_new = true;
    body->kind = kind;
    body->is = body->meets = 0xffffffffu;
    body->mass = body->friction = body->restitution = -1;
    return index;
}

/* No reader takes a contact or a joint of a body that is gone: those of the frame that is being made are forgotten. */
static void cr_forget_(cr_text_ *contacts, int index) {
    size_t kept = 0;
    for (size_t start = 0, end; start < contacts->length; start = end) {
        for (end = start; contacts->bytes[end++] != '}';) continue;
        const char *one = contacts->bytes + start + (contacts->bytes[start] == ',');
        int a = -1, b = -1;
        bool is_of = sscanf(one, "{\"a\":%d,\"b\":%d", &a, &b) == 2 && (a == index || b == index);
        if (is_of) continue;
        if (kept) contacts->bytes[kept++] = ',';
        size_t length = (size_t)(contacts->bytes + end - one);
        memmove(contacts->bytes + kept, one, length);
        kept += length;
    }
    contacts->length = kept;
}

void cr_remove(cr_recorder *recorder, int index) {
    cr_body_ *body = cr_body_of_(recorder, index);
    if (!body) return;
    cr_forget_(&recorder->contacts, index);
    cr_forget_(&recorder->joints, index);
    free(body->name);
    free(body->shapes.bytes);
    free(body->kept.bytes);
    bool is_told = body->is_told, is_named = body->is_named;
    memset(body, 0, sizeof *body);
    body->is_told = is_told;
    body->is_named = is_named;
}

void cr_masks(cr_recorder *recorder, int index, unsigned is, unsigned meets) {
    cr_body_ *body = cr_body_of_(recorder, index);
    if (!body || (body->is == is && body->meets == meets)) return;
    body->is = is;
    body->meets = meets;
    body->is_new = true;
}

static bool cr_are_finite_(const float *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (numbers[i] - numbers[i] != 0) return false;
    return true;
}

void cr_gravity(cr_recorder *recorder, float x, float y) {
    float numbers[] = {x, y};
    if (!recorder) return;
    recorder->has_gravity = cr_are_finite_(numbers, 2);
    memcpy(recorder->gravity, numbers, sizeof numbers);
}

void cr_material(cr_recorder *recorder, int index, float mass, float friction, float restitution) {
    cr_body_ *body = cr_body_of_(recorder, index);
    if (!body) return;
    float *const own[] = {&body->mass, &body->friction, &body->restitution};
    const float given[] = {mass, friction, restitution};
    for (int i = 0; i < 3; i++) {
        float told = given[i] >= 0 && cr_are_finite_(&given[i], 1) ? given[i] : -1;
        body->is_new |= *own[i] != told;
        *own[i] = told;
    }
}

/* Begins a shape; NULL where it is none that a reader takes. */
static cr_text_ *cr_shape_(cr_recorder *recorder, int index, bool is_whole) {
    cr_body_ *body = cr_body_of_(recorder, index);
    if (!body) return NULL;
    cr_put_(recorder, &body->kept, is_whole ? "\1" : "\0", 1);
    if (!is_whole) {
        if (!recorder->has_left_out)
            fprintf(stderr, "collision_record: shapes without extent, and with numbers that are none, are left out\n");
        recorder->has_left_out = true;
        return NULL;
    }
    cr_comma_(recorder, &body->shapes);
    body->is_new = true;
    body->shape_count++;
    return &body->shapes;
}

void cr_circle(cr_recorder *recorder, int body, float x, float y, float radius) {
    float numbers[] = {x, y, radius};
    cr_text_ *text = cr_shape_(recorder, body, cr_are_finite_(numbers, 3) && radius > 0);
    if (!text) return;
    cr_print_(recorder, text, "{\"circle\":{\"radius\":");
    cr_number_(recorder, text, radius);
    cr_print_(recorder, text, "},\"at\":");
    cr_pair_(recorder, text, x, y);
    cr_print_(recorder, text, "}");
}

void cr_capsule(cr_recorder *recorder, int body, float x0, float y0, float x1, float y1, float radius) {
    float numbers[] = {x0, y0, x1, y1, radius};
    bool is_point = x0 == x1 && y0 == y1;
    if (is_point && radius > 0) {
        cr_circle(recorder, body, x0, y0, radius);
        return;
    }
    cr_text_ *text = cr_shape_(recorder, body, cr_are_finite_(numbers, 5) && !is_point && radius >= 0);
    if (!text) return;
    cr_print_(recorder, text, radius > 0 ? "{\"capsule\":{\"start\":" : "{\"segment\":{\"start\":");
    cr_pair_(recorder, text, x0, y0);
    cr_print_(recorder, text, ",\"end\":");
    cr_pair_(recorder, text, x1, y1);
    if (radius > 0) {
        cr_print_(recorder, text, ",\"radius\":");
        cr_number_(recorder, text, radius);
    }
    cr_print_(recorder, text, "}}");
}

void cr_segment(cr_recorder *recorder, int body, float x0, float y0, float x1, float y1) {
    cr_capsule(recorder, body, x0, y0, x1, y1, 0);
}

void cr_one_sided(cr_recorder *recorder, int body, float x0, float y0, float x1, float y1) {
    float points[] = {x0, y0, x1, y1};
    cr_chain(recorder, body, points, 2, false);
}

void cr_chain(cr_recorder *recorder, int body, const float *points, int count, bool is_closed) {
    bool is_whole = count > 1 && count <= CR_MOST_POINTS_ && cr_are_finite_(points, 2 * count);
    for (int i = is_closed ? 0 : 1; is_whole && i < count; i++) {
        int before = i ? i - 1 : count - 1;
        is_whole = points[2 * i] != points[2 * before] || points[2 * i + 1] != points[2 * before + 1];
    }
    cr_text_ *text = cr_shape_(recorder, body, is_whole);
    if (!text) return;
    cr_print_(recorder, text, "{\"chain\":{\"points\":[");
    for (int i = 0; i < count; i++) {
        if (i) cr_put_(recorder, text, ",", 1);
        cr_pair_(recorder, text, points[2 * i], points[2 * i + 1]);
    }
    cr_print_(recorder, text, "],%s\"one_sided\":true}}", is_closed ? "\"closed\":true," : "");
}

void cr_polygon(cr_recorder *recorder, int body, const float *points, int count, float radius) {
    bool is_whole = count > 2 && cr_are_finite_(points, 2 * count) && cr_are_finite_(&radius, 1) && radius >= 0;
    cr_text_ *text = cr_shape_(recorder, body, is_whole);
    if (!text) return;
    cr_print_(recorder, text, "{\"polygon\":{\"points\":[");
    for (int i = 0; i < count; i++) {
        if (i) cr_put_(recorder, text, ",", 1);
        cr_pair_(recorder, text, points[2 * i], points[2 * i + 1]);
    }
    cr_print_(recorder, text, "],\"radius\":");
    cr_number_(recorder, text, radius);
    cr_print_(recorder, text, "}}");
}

/* The next frame begins another recording, with a header. Events of the one that ends are not told. */
static void cr_restart_(cr_recorder *recorder) {
    recorder->has_begun = false;
    recorder->places = 0;
    recorder->frame = 0;
    recorder->events.length = 0;
    for (int i = 0; i < recorder->count; i++) {
        recorder->bodies[i].is_told = recorder->bodies[i].is_named = false;
        recorder->bodies[i].is_new = recorder->bodies[i].is_there;
    }
}

void cr_begin(cr_recorder *recorder, double seconds) {
    if (!recorder) return;
    if (seconds - seconds != 0) seconds = recorder->time; /* No reader takes NaN. */
    if (recorder->has_begun && seconds < recorder->time) cr_restart_(recorder);
    recorder->time = seconds;
    recorder->contacts.length = recorder->joints.length = 0;
    for (int i = 0; i < recorder->count; i++) recorder->bodies[i].has_pose = recorder->bodies[i].has_velocity = false;
}

void cr_pose(cr_recorder *recorder, int index, float x, float y, float angle) {
    cr_body_ *body = cr_body_of_(recorder, index);
    if (!body) return;
    body->has_pose = true;
    body->x = x;
    body->y = y;
    body->angle = angle;
}

void cr_velocity(cr_recorder *recorder, int index, float x, float y, float angular) {
    cr_body_ *body = cr_body_of_(recorder, index);
    float numbers[] = {x, y, angular};
    if (!body) return;
    body->has_velocity = cr_are_finite_(numbers, 3);
    memcpy(body->velocity, numbers, sizeof numbers);
}

/* The index of a shape among those that are recorded; -1: it is not known; -2: it is left out. */
static int cr_place_(const cr_body_ *body, int shape) {
    if (shape < 0 || (size_t)shape >= body->kept.length) return -1;
    if (!body->kept.bytes[shape]) return -2;
    if ((size_t)body->shape_count == body->kept.length) return shape;
    int place = 0;
    for (int i = 0; i < shape; i++) place += body->kept.bytes[i];
    return place;
}

/* Begins a contact of two bodies that are there. */
static cr_text_ *cr_between_(cr_recorder *recorder, int a, int b, int shape_a, int shape_b) {
    if (a == b || !cr_body_of_(recorder, a) || !cr_body_of_(recorder, b)) return NULL;
    if (!cr_is_recorded_(&recorder->bodies[a]) || !cr_is_recorded_(&recorder->bodies[b])) return NULL;
    shape_a = cr_place_(&recorder->bodies[a], shape_a);
    shape_b = cr_place_(&recorder->bodies[b], shape_b);
    if (shape_a < -1 || shape_b < -1) return NULL;
    cr_text_ *text = &recorder->contacts;
    cr_comma_(recorder, text);
    cr_print_(recorder, text, "{\"a\":%d,\"b\":%d", a, b);
    if (shape_a >= 0) cr_print_(recorder, text, ",\"shape_a\":%d", shape_a);
    if (shape_b >= 0) cr_print_(recorder, text, ",\"shape_b\":%d", shape_b);
    return text;
}

void cr_contact(cr_recorder *recorder, int a, int b, int shape_a, int shape_b, float normal_x, float normal_y, float depth,
                const float *points, int count) {
    cr_text_ *text = cr_between_(recorder, a, b, shape_a, shape_b);
    if (!text) return;
    cr_print_(recorder, text, ",\"normal\":");
    cr_pair_(recorder, text, normal_x, normal_y);
    cr_print_(recorder, text, ",\"depth\":");
    cr_number_(recorder, text, depth);
    cr_print_(recorder, text, ",\"points\":[");
    for (int i = 0; i < count; i++) {
        if (i) cr_put_(recorder, text, ",", 1);
        cr_pair_(recorder, text, points[2 * i], points[2 * i + 1]);
    }
    cr_print_(recorder, text, "]}");
}

void cr_sensed(cr_recorder *recorder, int a, int b, int shape_a, int shape_b) {
    cr_text_ *text = cr_between_(recorder, a, b, shape_a, shape_b);
    if (text) cr_print_(recorder, text, ",\"sensor\":true}");
}

void cr_filtered(cr_recorder *recorder, int a, int b, int shape_a, int shape_b) {
    cr_text_ *text = cr_between_(recorder, a, b, shape_a, shape_b);
    if (text) cr_print_(recorder, text, ",\"filtered\":true}");
}

void cr_joint(cr_recorder *recorder, const char *kind, int a, int b) {
    if (a == b || !cr_body_of_(recorder, a) || !cr_body_of_(recorder, b)) return;
    if (!cr_is_recorded_(&recorder->bodies[a]) || !cr_is_recorded_(&recorder->bodies[b])) return;
    cr_comma_(recorder, &recorder->joints);
    cr_print_(recorder, &recorder->joints, "{\"a\":%d,\"b\":%d,\"kind\":", a, b);
    cr_string_(recorder, &recorder->joints, strchr(kind, '}') ? "joint" : kind); /* Where a body goes, joints are told apart by it. */
    cr_put_(recorder, &recorder->joints, "}", 1);
}

void cr_event(cr_recorder *recorder, const char *kind, int a, int b) {
    if (!recorder || a == b || a < 0 || b < 0 || a >= recorder->count || b >= recorder->count) return;
    cr_body_ *one = &recorder->bodies[a], *other = &recorder->bodies[b];
    if (!(one->is_told || cr_is_recorded_(one)) || !(other->is_told || cr_is_recorded_(other))) return;
    one->is_named = other->is_named = true;
    cr_comma_(recorder, &recorder->events);
    cr_print_(recorder, &recorder->events, "{\"kind\":\"%s\",\"a\":%d,\"b\":%d}", kind, a, b);
}

void cr_log(cr_recorder *recorder, const char *text) {
    if (!recorder) return;
    cr_comma_(recorder, &recorder->log);
    cr_string_(recorder, &recorder->log, text);
}

/* Who is everything, or meets everything, needs no names. */
static void cr_names_(cr_recorder *recorder, cr_text_ *line, const char *name, unsigned mask) {
    const char *before = "";
    if ((mask & 0xffffffffu) == 0xffffffffu) return;
    cr_print_(recorder, line, ",\"%s\":[", name);
    for (int bit = 0; bit < 32; bit++) {
        if (!(mask >> bit & 1)) continue;
        cr_print_(recorder, line, "%s\"category %d\"", before, bit);
        before = ",";
    }
    cr_put_(recorder, line, "]", 1);
}

static void cr_tell_number_(cr_recorder *recorder, cr_text_ *line, const char *name, float number) {
    cr_print_(recorder, line, ",\"%s\":", name);
    cr_number_(recorder, line, number);
}

/* A body; or what stands at a place without one, which no pose has, and which is removed again: places have no gaps. */
static void cr_describe_(cr_recorder *recorder, cr_text_ *line, int place) {
    static const char *const kinds[] = {"", ",\"static\":true", ",\"kinematic\":true", ",\"sensor\":true"};
    const cr_body_ *body = &recorder->bodies[place];
    if (!cr_is_recorded_(body)) {
        cr_print_(recorder, line, "\"name\":\"(place %d has no body)\",\"shapes\":[{\"circle\":{\"radius\":1}}]}", place);
        return;
    }
    cr_print_(recorder, line, "\"name\":");
    cr_string_(recorder, line, body->name);
    cr_put_(recorder, line, kinds[body->kind], strlen(kinds[body->kind]));
    cr_names_(recorder, line, "is", body->is);
    cr_names_(recorder, line, "meets", body->meets);
    bool is_moved = body->kind == CR_MOVES || body->kind == CR_SENSOR;
    if (is_moved && body->mass > 0) cr_tell_number_(recorder, line, "mass", body->mass);
    if (body->friction >= 0) cr_tell_number_(recorder, line, "friction", body->friction);
    if (body->restitution >= 0) cr_tell_number_(recorder, line, "restitution", body->restitution);
    cr_print_(recorder, line, ",\"shapes\":[");
    cr_put_(recorder, line, body->shapes.bytes, body->shapes.length);
    cr_print_(recorder, line, "]}");
}

static void cr_list_(cr_recorder *recorder, const char *name, cr_text_ *of) {
    if (!of->length) return;
    cr_print_(recorder, &recorder->line, ",\"%s\":[", name);
    cr_put_(recorder, &recorder->line, of->bytes, of->length);
    cr_print_(recorder, &recorder->line, "]");
}

/* Those that come since the last frame, or whose shapes are others. */
static void cr_tell_new_(cr_recorder *recorder, int places) {
    cr_text_ *line = &recorder->line;
    bool is_header = !recorder->has_begun;
    const char *before = is_header ? "{" : ",\"add\":[{";
    for (int i = 0; i < places; i++) {
        cr_body_ *body = &recorder->bodies[i];
        if (cr_is_recorded_(body) ? !body->is_new : i < recorder->places) continue;
        cr_put_(recorder, line, before, strlen(before));
        if (!is_header) cr_print_(recorder, line, "\"index\":%d,", i);
        cr_describe_(recorder, line, i);
        before = ",{";
        body->is_told = true;
        body->is_new = !cr_is_recorded_(body);
    }
    if (!is_header && before[1] == '{') cr_print_(recorder, line, "]");
    recorder->places = places;
}

static void cr_tell_gone_(cr_recorder *recorder) {
    const char *before = ",\"remove\":[";
    for (int i = 0; i < recorder->places; i++) {
        if (!recorder->bodies[i].is_told || cr_is_recorded_(&recorder->bodies[i])) continue;
        cr_print_(recorder, &recorder->line, "%s%d", before, i);
        before = ",";
        recorder->bodies[i].is_told = false;
    }
    if (before[1] == 0) cr_print_(recorder, &recorder->line, "]");
}

static void cr_three_(cr_recorder *recorder, float x, float y, float angle) {
    cr_text_ *line = &recorder->line;
    cr_put_(recorder, line, "[", 1);
    cr_number_(recorder, line, x);
    cr_put_(recorder, line, ",", 1);
    cr_number_(recorder, line, y);
    cr_put_(recorder, line, ",", 1);
    cr_number_(recorder, line, angle);
    cr_put_(recorder, line, "]", 1);
}

static void cr_tell_velocities_(cr_recorder *recorder, int places) {
    cr_text_ *line = &recorder->line;
    bool is_told = false;
    for (int i = 0; i < places; i++) is_told |= recorder->bodies[i].has_velocity && cr_is_recorded_(&recorder->bodies[i]);
    if (!is_told) return;
    for (int i = 0; i < places; i++) {
        const cr_body_ *body = &recorder->bodies[i];
        cr_print_(recorder, line, i ? "," : ",\"velocities\":[");
        if (cr_is_recorded_(body) && body->has_velocity) cr_three_(recorder, body->velocity[0], body->velocity[1], body->velocity[2]);
        else cr_put_(recorder, line, "null", 4);
    }
    cr_put_(recorder, line, "]", 1);
}

static void cr_told_(cr_recorder *recorder) {
    recorder->events.length = recorder->log.length = 0;
    for (int i = 0; i < recorder->count; i++) recorder->bodies[i].is_named = false;
}

/* A full disk stops no game. No reader takes half a line: it is cut off. */
static void cr_write_(cr_recorder *recorder) {
    const cr_text_ *line = &recorder->line;
    if (fwrite(line->bytes, 1, line->length, recorder->file) == line->length) {
        recorder->written += (long long)line->length;
        return;
    }
    char why[256];
    snprintf(why, sizeof why, "the file: %s", strerror(errno));
    if (cr_cut_(recorder->file, recorder->written)) clearerr(recorder->file); /* a device, which has no length */
    recorder->dropped++;
    cr_lose_(recorder, why);
}

void cr_end(cr_recorder *recorder) {
    if (!recorder) return;
    if (recorder->is_failed || recorder->is_gone) {
        recorder->dropped++;
        cr_told_(recorder);
        return;
    }
    cr_text_ *line = &recorder->line;
    line->length = 0;
    bool changes = !recorder->has_begun;
    int places = recorder->places;
    for (int i = 0; i < recorder->count; i++) {
        const cr_body_ *body = &recorder->bodies[i];
        bool is_recorded = cr_is_recorded_(body);
        changes |= is_recorded != body->is_told || (is_recorded && body->is_new);
        if ((is_recorded || body->is_named) && i >= places) places = i + 1;
    }
    changes |= places > recorder->places;
    recorder->frame++;
    if (!recorder->file && recorder->waiting.length > CR_WAITING_ && !changes) {
        recorder->dropped++;
        cr_flush_(recorder);
        /* The next frame tells its events and its log, unless too much waits already. */
        if (recorder->events.length + recorder->log.length > CR_WAITING_) cr_told_(recorder);
        return;
    }
    bool is_header = !recorder->has_begun;
    if (is_header) {
        cr_print_(recorder, line, "{\"recording\":1,\"engine\":");
        cr_string_(recorder, line, recorder->engine);
        cr_print_(recorder, line, ",\"metres_per_unit\":");
        cr_digits_(recorder, line, recorder->metres_per_unit, 15);
        cr_print_(recorder, line, ",\"y\":\"%s\",\"angle\":\"radians\",\"normal\":\"from a to b\"", recorder->y_is_down ? "down" : "up");
        if (recorder->has_gravity) {
            cr_print_(recorder, line, ",\"gravity\":");
            cr_pair_(recorder, line, recorder->gravity[0], recorder->gravity[1]);
        }
        cr_print_(recorder, line, ",\"bodies\":[");
        cr_tell_new_(recorder, places);
        cr_print_(recorder, line, "]}\n");
        recorder->has_begun = true;
    }
    cr_print_(recorder, line, "{\"frame\":%ld,\"time\":", recorder->frame - 1);
    cr_digits_(recorder, line, recorder->time, 15);
    cr_tell_gone_(recorder);
    if (!is_header) cr_tell_new_(recorder, places);
    cr_print_(recorder, line, ",\"poses\":[");
    for (int i = 0; i < places; i++) {
        cr_body_ *body = &recorder->bodies[i];
        if (i) cr_put_(recorder, line, ",", 1);
        if (!cr_is_recorded_(body) || !body->has_pose) {
            cr_put_(recorder, line, "null", 4);
            continue;
        }
        cr_three_(recorder, body->x, body->y, body->angle);
    }
    cr_put_(recorder, line, "]", 1);
    cr_tell_velocities_(recorder, places);
    cr_print_(recorder, line, ",\"contacts\":[");
    cr_put_(recorder, line, recorder->contacts.bytes ? recorder->contacts.bytes : "", recorder->contacts.length);
    cr_print_(recorder, line, "]");
    cr_list_(recorder, "joints", &recorder->joints);
    cr_list_(recorder, "events", &recorder->events);
    cr_list_(recorder, "log", &recorder->log);
    cr_print_(recorder, line, "}\n");
    if (recorder->file) {
        cr_write_(recorder);
    } else {
        cr_put_(recorder, &recorder->waiting, line->bytes, line->length);
        cr_flush_(recorder);
    }
    cr_told_(recorder);
}

bool cr_is_paused(cr_recorder *recorder) {
    if (!recorder) return false;
    cr_flush_(recorder);
    char bytes[1024];
    long count = 0;
    while (recorder->socket != CR_NO_SOCKET_ && (count = (long)recv(recorder->socket, bytes, sizeof bytes, 0)) > 0)
        cr_put_(recorder, &recorder->heard, bytes, (size_t)count);
    /* A window that is gone pauses nobody. */
    if (recorder->socket != CR_NO_SOCKET_ && (count == 0 || !cr_would_wait_())) cr_lose_(recorder, NULL);
    cr_text_ *heard = &recorder->heard;
    char *end;
    while (heard->length && (end = (char *)memchr(heard->bytes, '\n', heard->length))) {
        *end = 0;
        if (!strncmp(heard->bytes, "{\"pause\"", 8)) recorder->is_paused = true;
        if (!strncmp(heard->bytes, "{\"resume\"", 9)) recorder->is_paused = false;
        heard->length -= (size_t)(end + 1 - heard->bytes);
        memmove(heard->bytes, end + 1, heard->length);
    }
    return recorder->is_paused && recorder->socket != CR_NO_SOCKET_;
}

long cr_dropped(const cr_recorder *recorder) {
    return recorder ? recorder->dropped : 0;
}

#ifdef COLLISION_RECORD_BOX2D

/* A table with room for an index, and zeros where it has grown; NULL where memory is out. */
static void *cr_box2d_table_(void *table, int *count, int index, size_t size) {
    if (index < *count) return table;
    int grown = 2 * index + 16;
    char *bytes = (char *)realloc(table, (size_t)grown * size);
    if (!bytes) return NULL;
    memset(bytes + (size_t)*count * size, 0, (size_t)(grown - *count) * size);
    *count = grown;
    return bytes;
}

/* FNV-1a. */
static void cr_box2d_hash_(unsigned long long *hash, const void *of, size_t size) {
    const unsigned char *bytes = (const unsigned char *)of;
    for (size_t i = 0; i < size; i++) *hash = (*hash ^ bytes[i]) * 1099511628211ULL;
}

/* Another number where a body is described in another way. */
static unsigned long long cr_box2d_stamp_(cr_kind kind, const b2ShapeId *shapes, int count) {
    unsigned long long hash = 14695981039346656037ULL;
    cr_box2d_hash_(&hash, &kind, sizeof kind);
    for (int i = 0; i < count; i++) {
        b2ShapeType type = b2Shape_GetType(shapes[i]);
        cr_box2d_hash_(&hash, &shapes[i].index1, sizeof shapes[i].index1);
        cr_box2d_hash_(&hash, &shapes[i].generation, sizeof shapes[i].generation);
        cr_box2d_hash_(&hash, &type, sizeof type);
        b2Filter filter = b2Shape_GetFilter(shapes[i]);
        cr_box2d_hash_(&hash, &filter.categoryBits, sizeof filter.categoryBits);
        cr_box2d_hash_(&hash, &filter.maskBits, sizeof filter.maskBits);
        cr_box2d_hash_(&hash, &filter.groupIndex, sizeof filter.groupIndex);
        if (type == b2_circleShape) {
            b2Circle circle = b2Shape_GetCircle(shapes[i]);
            cr_box2d_hash_(&hash, &circle, sizeof circle);
        } else if (type == b2_capsuleShape) {
            b2Capsule capsule = b2Shape_GetCapsule(shapes[i]);
            cr_box2d_hash_(&hash, &capsule, sizeof capsule);
        } else if (type == b2_polygonShape) {
            b2Polygon polygon = b2Shape_GetPolygon(shapes[i]);
            cr_box2d_hash_(&hash, polygon.vertices, (size_t)polygon.count * sizeof *polygon.vertices);
            cr_box2d_hash_(&hash, &polygon.radius, sizeof polygon.radius);
        } else {
            b2ChainSegment chain;
            memset(&chain, 0, sizeof chain);
            if (type == b2_segmentShape) chain.segment = b2Shape_GetSegment(shapes[i]);
            else chain = b2Shape_GetChainSegment(shapes[i]);
            const b2Vec2 points[] = {chain.ghost1, chain.segment.point1, chain.segment.point2, chain.ghost2};
            cr_box2d_hash_(&hash, points, sizeof points);
        }
    }
    return hash;
}

/* As many bits as a reader takes: the last one is for all that are higher. */
static unsigned cr_box2d_mask_(uint64_t bits) {
    return (unsigned)(bits & 0x7fffffffu) | (bits >> 31 ? 0x80000000u : 0);
}

/* What is told of the body does not tell of its shapes: negative groups, masks that differ, categories higher than names go, and
 * sensors beside solid shapes. */
static void cr_box2d_masks_(cr_recorder *recorder, int index, const b2ShapeId *shapes, int count) {
    cr_body_ *body = &recorder->bodies[index];
    unsigned is = 0, meets = 0;
    b2Filter first = count ? b2Shape_GetFilter(shapes[0]) : b2DefaultFilter();
    bool senses = count && b2Shape_IsSensor(shapes[0]);
    body->is_filtering = false;
    for (int i = 0; i < count; i++) {
        b2Filter filter = b2Shape_GetFilter(shapes[i]);
        is |= cr_box2d_mask_(filter.categoryBits);
        meets |= cr_box2d_mask_(filter.maskBits);
        body->is_filtering |= filter.groupIndex < 0 || (filter.categoryBits >> 31 && filter.categoryBits != UINT64_MAX) ||
                              filter.categoryBits != first.categoryBits || filter.maskBits != first.maskBits ||
                              filter.groupIndex != first.groupIndex || b2Shape_IsSensor(shapes[i]) != senses;
    }
    if (count) cr_masks(recorder, index, is, meets);
}

/* What all solid shapes of the body have is told; -1 is what differs, and what a sensor alone has. */
static void cr_box2d_material_(cr_recorder *recorder, int index, const b2ShapeId *shapes, int count) {
    float friction = -1, restitution = -1;
    bool has_solid = false;
    for (int i = 0; i < count; i++) {
        if (b2Shape_IsSensor(shapes[i])) continue;
        float own_friction = b2Shape_GetFriction(shapes[i]), own_restitution = b2Shape_GetRestitution(shapes[i]);
        friction = has_solid && friction != own_friction ? -1 : own_friction;
        restitution = has_solid && restitution != own_restitution ? -1 : own_restitution;
        has_solid = true;
    }
    cr_material(recorder, index, b2Body_GetMass(recorder->bodies[index].id), friction, restitution);
}

static bool cr_box2d_same_(b2Vec2 one, b2Vec2 other) {
    return one.x == other.x && one.y == other.y;
}

/* Whether a chain goes on from one segment to another: each has the far end of the other as its ghost. */
static bool cr_box2d_goes_on_(const b2ChainSegment *one, const b2ChainSegment *other) {
    return cr_box2d_same_(one->segment.point2, other->segment.point1) && cr_box2d_same_(one->ghost2, other->segment.point2) &&
           cr_box2d_same_(other->ghost1, one->segment.point1);
}

/* Describes the chain whose first segment is that at `i`, of shapes that are newest first. Returns how many are of it, none
 * where memory is out. */
static int cr_box2d_chain_(cr_recorder *recorder, int body, const b2ShapeId *shapes, int i) {
    float *points = (float *)malloc(2 * CR_MOST_POINTS_ * sizeof *points);
    if (!points) return 0;
    b2ChainSegment first = b2Shape_GetChainSegment(shapes[i]), last = first;
    points[0] = first.segment.point1.x;
    points[1] = first.segment.point1.y;
    int count = 0;
    for (;;) {
        count++;
        points[2 * count] = last.segment.point2.x;
        points[2 * count + 1] = last.segment.point2.y;
        if (count > i || count + 1 == CR_MOST_POINTS_ || b2Shape_GetType(shapes[i - count]) != b2_chainSegmentShape) break;
        b2ChainSegment next = b2Shape_GetChainSegment(shapes[i - count]);
        if (!cr_box2d_goes_on_(&last, &next)) break;
        last = next;
    }
    bool is_closed = count > 2 && cr_box2d_goes_on_(&last, &first);
    cr_chain(recorder, body, points, is_closed ? count : count + 1, is_closed);
    free(points);
    return count;
}

/* Describes a body of Box2D anew where its shapes or its kind are others. */
static void cr_box2d_describe_(cr_recorder *recorder, int body) {
    b2BodyId id = recorder->bodies[body].id;
    int count = b2Body_GetShapeCount(id);
    b2ShapeId *shapes = (b2ShapeId *)malloc((size_t)(count + 1) * sizeof *shapes);
    if (!shapes) return;
    count = b2Body_GetShapes(id, shapes, count);
    b2BodyType type = b2Body_GetType(id);
    cr_kind kind = type == b2_staticBody ? CR_STATIC : type == b2_kinematicBody ? CR_KINEMATIC : CR_MOVES;
    bool senses = count > 0;
    for (int i = 0; i < count; i++) senses = senses && b2Shape_IsSensor(shapes[i]);
    if (senses) kind = CR_SENSOR;
    cr_box2d_material_(recorder, body, shapes, count);
    unsigned long long stamp = cr_box2d_stamp_(kind, shapes, count);
    if (stamp == recorder->bodies[body].stamp) {
        free(shapes);
        return;
    }
    recorder->bodies[body].stamp = stamp;
    recorder->bodies[body].kind = kind;
    recorder->bodies[body].is_new = true;
    recorder->bodies[body].shapes.length = recorder->bodies[body].kept.length = 0;
    recorder->bodies[body].shape_count = 0;
    cr_box2d_masks_(recorder, body, shapes, count);
    /* Newest first. A shape's user data is the game's own: its place is found again by its id. Segments of one chain are shapes of
     * their own to Box2D, and one shape here. */
    for (int i = count - 1, left = 0, place = 0; i >= 0; i--) {
        cr_box2d_shape_ *places = (cr_box2d_shape_ *)cr_box2d_table_(recorder->box2d_shapes, &recorder->box2d_shape_count,
                                                                     shapes[i].index1, sizeof *places);
        if (left == 0) place = (int)recorder->bodies[body].kept.length;
        if (places) {
            recorder->box2d_shapes = places;
            places[shapes[i].index1].id = shapes[i];
            places[shapes[i].index1].body = id;
            places[shapes[i].index1].place = place;
        } else {
            recorder->is_failed = true;
        }
        if (left > 0) {
            left--;
            continue;
        }
        switch (b2Shape_GetType(shapes[i])) {
        case b2_circleShape: {
            b2Circle circle = b2Shape_GetCircle(shapes[i]);
            cr_circle(recorder, body, circle.center.x, circle.center.y, circle.radius);
            break;
        }
        case b2_capsuleShape: {
            b2Capsule capsule = b2Shape_GetCapsule(shapes[i]);
            cr_capsule(recorder, body, capsule.center1.x, capsule.center1.y, capsule.center2.x, capsule.center2.y, capsule.radius);
            break;
        }
        case b2_polygonShape: {
            b2Polygon polygon = b2Shape_GetPolygon(shapes[i]);
            cr_polygon(recorder, body, &polygon.vertices[0].x, polygon.count, polygon.radius);
            break;
        }
        case b2_segmentShape: {
            b2Segment segment = b2Shape_GetSegment(shapes[i]);
            cr_segment(recorder, body, segment.point1.x, segment.point1.y, segment.point2.x, segment.point2.y);
            break;
        }
        default: {
            int own = cr_box2d_chain_(recorder, body, shapes, i);
            recorder->is_failed |= own == 0;
            left = own > 0 ? own - 1 : 0;
        }
        }
    }
    free(shapes);
}

int cr_box2d_add(cr_recorder *recorder, b2BodyId id, const char *name) {
    int body = cr_add(recorder, name, CR_MOVES);
    if (body < 0) return -1;
    int *bodies = (int *)cr_box2d_table_(recorder->box2d_bodies, &recorder->box2d_body_count, id.index1, sizeof *bodies);
    if (bodies) (recorder->box2d_bodies = bodies)[id.index1] = body;
    else recorder->is_failed = true;
    recorder->bodies[body].is_box2d = true;
    recorder->bodies[body].id = id;
    cr_box2d_describe_(recorder, body);
    return body;
}

static int cr_box2d_index_(cr_recorder *recorder, b2BodyId id) {
    if (id.index1 < 0 || id.index1 >= recorder->box2d_body_count) return -1;
    int index = recorder->box2d_bodies[id.index1];
    const cr_body_ *body = cr_body_of_(recorder, index);
    return body && body->is_box2d && B2_ID_EQUALS(body->id, id) ? index : -1;
}

void cr_box2d_remove(cr_recorder *recorder, b2BodyId id) {
    if (!recorder) return;
    int index = cr_box2d_index_(recorder, id);
    for (int i = 0; index >= 0 && recorder->bodies[index].is_told && i < recorder->box2d_shape_count; i++) {
        if (!B2_ID_EQUALS(recorder->box2d_shapes[i].body, id)) continue;
        cr_box2d_leaving_ *leaving = (cr_box2d_leaving_ *)cr_box2d_table_(recorder->box2d_leaving, &recorder->box2d_leaving_room,
                                                                          recorder->box2d_leaving_count, sizeof *leaving);
        if (!leaving) break;
        recorder->box2d_leaving = leaving;
        leaving[recorder->box2d_leaving_count].id = recorder->box2d_shapes[i].id;
        leaving[recorder->box2d_leaving_count++].index = index;
    }
    cr_remove(recorder, index);
}

/* The shape as it was described last; NULL: it came within the step. */
static const cr_box2d_shape_ *cr_box2d_known_(const cr_recorder *recorder, b2ShapeId shape) {
    if (shape.index1 < 0 || shape.index1 >= recorder->box2d_shape_count) return NULL;
    const cr_box2d_shape_ *known = &recorder->box2d_shapes[shape.index1];
    return B2_ID_EQUALS(known->id, shape) ? known : NULL;
}

/* The body of a shape, which may be gone, as the shape may be. */
static int cr_box2d_of_(cr_recorder *recorder, b2ShapeId shape) {
    const cr_box2d_shape_ *known = cr_box2d_known_(recorder, shape);
    return known ? cr_box2d_index_(recorder, known->body) : -1;
}

static int cr_box2d_place_(const cr_recorder *recorder, b2ShapeId shape) {
    const cr_box2d_shape_ *known = cr_box2d_known_(recorder, shape);
    return known ? known->place : -1;
}

/* The body of a shape that was removed since the last step; -1: it was not. */
static int cr_box2d_left_by_(const cr_recorder *recorder, b2ShapeId shape) {
    for (int i = 0; i < recorder->box2d_leaving_count; i++)
        if (B2_ID_EQUALS(recorder->box2d_leaving[i].id, shape)) return recorder->box2d_leaving[i].index;
    return -1;
}

/* Two shapes begin to touch, or end to. A pair of bodies is told once, whatever shapes of it touch. */
static void cr_box2d_change_(cr_recorder *recorder, b2ShapeId one, b2ShapeId other, bool begins) {
    int a = cr_box2d_of_(recorder, one), b = cr_box2d_of_(recorder, other), i = 0;
    if (a < 0 && !begins) a = cr_box2d_left_by_(recorder, one);
    if (b < 0 && !begins) b = cr_box2d_left_by_(recorder, other);
    if (a < 0 || b < 0) return;
    cr_box2d_pair_ *pairs = recorder->box2d_pairs;
    for (; i < recorder->box2d_pair_count; i++)
        if ((pairs[i].a == a && pairs[i].b == b) || (pairs[i].a == b && pairs[i].b == a)) break;
    if (i == recorder->box2d_pair_count) {
        pairs = (cr_box2d_pair_ *)cr_box2d_table_(pairs, &recorder->box2d_pair_room, i, sizeof *pairs);
        if (!pairs) return;
        recorder->box2d_pairs = pairs;
        recorder->box2d_pair_count++;
        pairs[i].a = a;
        pairs[i].b = b;
        pairs[i].begins = pairs[i].ends = 0;
    }
    if (begins) pairs[i].begins++;
    else pairs[i].ends++;
}

/* Of pairs of shapes of two bodies, those that touch and of which events are sent. */
static int cr_box2d_touching_(cr_recorder *recorder, int a, int b) {
    b2BodyId id = recorder->bodies[a].id;
    if (!b2Body_IsValid(id)) return 0;
    int capacity = b2Body_GetContactCapacity(id), touching = 0;
    b2ContactData *data = (b2ContactData *)malloc((size_t)(capacity + 1) * sizeof *data);
    int count = data ? b2Body_GetContactData(id, data, capacity) : 0;
    for (int k = 0; k < count; k++) {
        b2ShapeId one = data[k].shapeIdA, other = data[k].shapeIdB;
        if (cr_box2d_of_(recorder, one) != b && cr_box2d_of_(recorder, other) != b) continue;
        touching += b2Shape_AreContactEventsEnabled(one) || b2Shape_AreContactEventsEnabled(other);
    }
    free(data);
    return touching;
}

/* What the sensors of a body hold: found at the end of the last step, so it belongs to the poses before the next one. Tells it,
 * or counts those of another body. */
static int cr_box2d_sense_(cr_recorder *recorder, int i, int counted) {
    cr_body_ *body = &recorder->bodies[i];
    int shapes = b2Body_IsValid(body->id) ? b2Body_GetShapeCount(body->id) : 0, found = 0;
    b2ShapeId *own = (b2ShapeId *)malloc((size_t)(shapes + 1) * sizeof *own);
    if (!own) return 0;
    shapes = shapes ? b2Body_GetShapes(body->id, own, shapes) : 0;
    for (int k = 0; k < shapes; k++) {
        if (!b2Shape_IsSensor(own[k])) continue;
        int room = b2Shape_GetSensorCapacity(own[k]);
        b2ShapeId *inside = (b2ShapeId *)malloc((size_t)(room + 1) * sizeof *inside);
        if (!inside) continue;
        room = b2Shape_GetSensorData(own[k], inside, room);
        for (int n = 0; n < room; n++) {
            int other = cr_box2d_of_(recorder, inside[n]);
            found += other >= 0 && other == counted;
            if (other < 0 || counted >= 0) continue;
            cr_sensed(recorder, i, other, cr_box2d_place_(recorder, own[k]), cr_box2d_place_(recorder, inside[n]));
        }
        free(inside);
    }
    free(own);
    return found;
}

/* The events of the pairs of bodies whose shapes changed: the first that begins, and the last that ends. */
static void cr_box2d_events_(cr_recorder *recorder, bool senses) {
    for (int i = 0; i < recorder->box2d_pair_count; i++) {
        const cr_box2d_pair_ *pair = &recorder->box2d_pairs[i];
        int now = senses ? cr_box2d_sense_(recorder, pair->a, pair->b) + cr_box2d_sense_(recorder, pair->b, pair->a)
                         : cr_box2d_touching_(recorder, pair->a, pair->b);
        int before = now - pair->begins + pair->ends;
        if (before <= 0) cr_event(recorder, senses ? "enter" : "begin", pair->a, pair->b);
        if (now == 0) cr_event(recorder, senses ? "exit" : "end", pair->a, pair->b);
    }
    recorder->box2d_pair_count = 0;
}

/* The joints, and the bodies that they keep apart. */
static void cr_box2d_joints_(cr_recorder *recorder, int i) {
    b2BodyId id = recorder->bodies[i].id;
    int count = b2Body_GetJointCount(id);
    b2JointId *joints = count ? (b2JointId *)malloc((size_t)count * sizeof *joints) : NULL;
    if (!joints) return;
    count = b2Body_GetJoints(id, joints, count);
    for (int k = 0; k < count; k++) {
        b2JointType type = b2Joint_GetType(joints[k]);
        b2BodyId one = b2Joint_GetBodyA(joints[k]);
        int other = cr_box2d_index_(recorder, b2Joint_GetBodyB(joints[k]));
        if (!B2_ID_EQUALS(one, id) || other < 0) continue; /* told by both bodies */
        cr_joint(recorder, type == b2_revoluteJoint ? "revolute" : type == b2_prismaticJoint ? "prismatic" :
                 type == b2_distanceJoint ? "distance" : type == b2_weldJoint ? "weld" : type == b2_wheelJoint ? "wheel" : "joint", i, other);
        if (!b2Joint_GetCollideConnected(joints[k])) cr_filtered(recorder, i, other, -1, -1);
    }
    free(joints);
}

static int cr_box2d_left_(const void *one, const void *other) {
    float a = ((const cr_box2d_box_ *)one)->box.lowerBound.x, b = ((const cr_box2d_box_ *)other)->box.lowerBound.x;
    return (a > b) - (a < b);
}

static bool cr_box2d_meet_(const cr_box2d_box_ *one, const cr_box2d_box_ *other) {
    b2Filter a = one->filter, b = other->filter;
    /* A sensor feels nothing where the events of either are off. */
    if ((one->is_sensor || other->is_sensor) && !(one->sends && other->sends)) return false;
    if (a.groupIndex && a.groupIndex == b.groupIndex) return a.groupIndex > 0;
    return (a.maskBits & b.categoryBits) && (a.categoryBits & b.maskBits);
}

/* Shapes that are near, and that Box2D leaves out for a reason that masks of bodies do not tell. */
static void cr_box2d_filter_(cr_recorder *recorder) {
    int room = 0, count = 0;
    bool is_filtering = false;
    for (int i = 0; i < recorder->count; i++) {
        const cr_body_ *body = &recorder->bodies[i];
        if (!body->is_there || !body->is_box2d || !body->has_pose) continue;
        room += b2Body_GetShapeCount(body->id);
        is_filtering |= body->is_filtering;
    }
    if (!is_filtering) return;
    cr_box2d_box_ *boxes = (cr_box2d_box_ *)malloc((size_t)(room + 1) * sizeof *boxes);
    b2ShapeId *shapes = (b2ShapeId *)malloc((size_t)(room + 1) * sizeof *shapes);
    for (int i = 0; boxes && shapes && i < recorder->count; i++) {
        const cr_body_ *body = &recorder->bodies[i];
        if (!body->is_there || !body->is_box2d || !body->has_pose) continue;
        int own = b2Body_GetShapes(body->id, shapes, room);
        for (int k = 0; k < own && count < room; k++) {
            cr_box2d_box_ *box = &boxes[count++];
            box->box = b2Shape_GetAABB(shapes[k]);
            box->filter = b2Shape_GetFilter(shapes[k]);
            box->is_sensor = b2Shape_IsSensor(shapes[k]);
            box->sends = b2Shape_AreSensorEventsEnabled(shapes[k]);
            box->body = i;
            box->place = cr_box2d_place_(recorder, shapes[k]);
        }
    }
    free(shapes);
    if (boxes) qsort(boxes, (size_t)count, sizeof *boxes, cr_box2d_left_);
    for (int i = 0; i < count; i++) {
        const cr_body_ *one = &recorder->bodies[boxes[i].body];
        for (int k = i + 1; k < count && boxes[k].box.lowerBound.x <= boxes[i].box.upperBound.x; k++) {
            const cr_body_ *other = &recorder->bodies[boxes[k].body];
            if (one == other || !(one->is_filtering || other->is_filtering)) continue;
            if (one->kind == CR_STATIC && other->kind == CR_STATIC) continue;
            bool is_near = boxes[k].box.lowerBound.y <= boxes[i].box.upperBound.y && boxes[i].box.lowerBound.y <= boxes[k].box.upperBound.y;
            if (is_near && !cr_box2d_meet_(&boxes[i], &boxes[k]))
                cr_filtered(recorder, boxes[i].body, boxes[k].body, boxes[i].place, boxes[k].place);
        }
    }
    free(boxes);
}

void cr_box2d_step(cr_recorder *recorder, b2WorldId world, float seconds, int sub_steps) {
    if (!recorder) {
        b2World_Step(world, seconds, sub_steps);
        return;
    }
    double time = recorder->time;
    cr_begin(recorder, time);
    b2Vec2 gravity = b2World_GetGravity(world);
    cr_gravity(recorder, gravity.x, gravity.y);
    for (int i = 0; i < recorder->count; i++) {
        cr_body_ *body = &recorder->bodies[i];
        if (!body->is_there || !body->is_box2d || !b2Body_IsValid(body->id) || !b2Body_IsEnabled(body->id)) continue;
        cr_box2d_describe_(recorder, i);
        b2Pos at = b2Body_GetPosition(body->id);
        body->center = b2Body_GetWorldCenter(body->id);
        cr_pose(recorder, i, (float)at.x, (float)at.y, b2Rot_GetAngle(b2Body_GetRotation(body->id)));
        if (body->is_told || b2Body_GetType(body->id) == b2_staticBody) continue;
        b2Vec2 velocity = b2Body_GetLinearVelocity(body->id);
        cr_velocity(recorder, i, velocity.x, velocity.y, b2Body_GetAngularVelocity(body->id));
    }
    for (int i = 0; i < recorder->count; i++) {
        if (!recorder->bodies[i].is_there || !recorder->bodies[i].has_pose || !recorder->bodies[i].is_box2d) continue;
        cr_box2d_sense_(recorder, i, -1);
        cr_box2d_joints_(recorder, i);
    }
    cr_box2d_filter_(recorder);
    b2World_Step(world, seconds, sub_steps);
    for (int i = 0; i < recorder->count; i++) {
        cr_body_ *body = &recorder->bodies[i];
        if (!body->is_there || !body->has_pose || !body->is_box2d || !b2Body_IsValid(body->id)) continue;
        int capacity = b2Body_GetContactCapacity(body->id);
        b2ContactData *data = (b2ContactData *)malloc((size_t)(capacity + 1) * sizeof *data);
        if (!data) continue;
        int count = b2Body_GetContactData(body->id, data, capacity);
        for (int k = 0; k < count; k++) {
            int a = cr_box2d_of_(recorder, data[k].shapeIdA);
            if (a != i) continue; /* told by both bodies */
            int b = cr_box2d_of_(recorder, data[k].shapeIdB);
            float points[4], depth = 0;
            int touching = 0;
            for (int p = 0; p < data[k].manifold.pointCount; p++) {
                const b2ManifoldPoint *point = &data[k].manifold.points[p];
                if (point->separation > 0) continue;
                points[2 * touching] = (float)(body->center.x + point->anchorA.x);
                points[2 * touching + 1] = (float)(body->center.y + point->anchorA.y);
                if (-point->separation > depth) depth = -point->separation;
                touching++;
            }
            b2Vec2 normal = data[k].manifold.normal;
            int shape_a = cr_box2d_place_(recorder, data[k].shapeIdA), shape_b = cr_box2d_place_(recorder, data[k].shapeIdB);
            if (touching) cr_contact(recorder, a, b, shape_a, shape_b, normal.x, normal.y, depth, points, touching);
        }
        free(data);
    }
    b2ContactEvents touches = b2World_GetContactEvents(world);
    for (int i = 0; i < touches.beginCount; i++)
        cr_box2d_change_(recorder, touches.beginEvents[i].shapeIdA, touches.beginEvents[i].shapeIdB, true);
    for (int i = 0; i < touches.endCount; i++)
        cr_box2d_change_(recorder, touches.endEvents[i].shapeIdA, touches.endEvents[i].shapeIdB, false);
    cr_box2d_events_(recorder, false);
    /* They belong to the poses after the step, which are those of the next frame; of bodies that went this frame is the last. */
    b2SensorEvents senses = b2World_GetSensorEvents(world);
    for (int i = 0; recorder->box2d_leaving_count && i < senses.endCount; i++) {
        b2ShapeId sensor = senses.endEvents[i].sensorShapeId, visitor = senses.endEvents[i].visitorShapeId;
        if (cr_box2d_left_by_(recorder, sensor) >= 0 || cr_box2d_left_by_(recorder, visitor) >= 0)
            cr_box2d_change_(recorder, sensor, visitor, false);
    }
    cr_box2d_events_(recorder, true);
    recorder->box2d_leaving_count = 0;
    cr_end(recorder);
    for (int i = 0; i < senses.beginCount; i++)
        cr_box2d_change_(recorder, senses.beginEvents[i].sensorShapeId, senses.beginEvents[i].visitorShapeId, true);
    for (int i = 0; i < senses.endCount; i++)
        cr_box2d_change_(recorder, senses.endEvents[i].sensorShapeId, senses.endEvents[i].visitorShapeId, false);
    cr_box2d_events_(recorder, true);
    recorder->time = time + seconds;
}

#endif /* COLLISION_RECORD_BOX2D */
#endif /* COLLISION_RECORD_IMPLEMENTATION */
