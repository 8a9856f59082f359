// A plugin of qemu's user emulators that counts the instructions which a program runs. Whenever the program asks for its parent
// (getppid, whose number is the argument `call`) the number so far goes to stderr.
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What it takes of qemu's interface for plugins, version 1.
struct block;
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*translated)(uint64_t id, struct block* block));
size_t qemu_plugin_tb_n_insns(const struct block* block);
void qemu_plugin_register_vcpu_tb_exec_inline(struct block* block, int add, void* to, uint64_t number);
void qemu_plugin_register_vcpu_syscall_cb(uint64_t id, void (*called)(uint64_t id, unsigned cpu, int64_t number, uint64_t, uint64_t,
                                                                      uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));
int qemu_plugin_version = 1;

static uint64_t count;
static int64_t asks;

static void translated(uint64_t id, struct block* block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, 0, &count, qemu_plugin_tb_n_insns(block));
}

static void called(uint64_t id, unsigned cpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f,
                   uint64_t g, uint64_t h) {
    (void)id, (void)cpu, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (number == asks) fprintf(stderr, "counted %" PRIu64 "\n", count);
}

int qemu_plugin_install(uint64_t id, const void* info, int count_of_words, char** words) {
    (void)info;
    for (int i = 0; i < count_of_words; ++i)
        if (strncmp(words[i], "call=", 5) == 0) asks = atoll(words[i] + 5);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
