// ProcessPrng, which Rust's standard library takes random numbers from and wine 8 lacks: by the older function.
#include <stddef.h>

__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *data, size_t length) {
    while (length > 0) {
        unsigned long part = length > 0x10000000 ? 0x10000000 : (unsigned long)length;
        if (!SystemFunction036(data, part)) {
            return 0;
        }
        data += part;
        length -= part;
    }
    return 1;
}
