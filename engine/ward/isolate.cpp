#include "ward/isolate.hpp"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

long landlock_version() { return syscall(444, nullptr, 0, 1); }

namespace {

// --- files: Landlock. Its numbers are the kernel's; the header of an old system may not have them all. ---

constexpr long create_ruleset = 444, add_rule = 445, restrict_self = 446;
constexpr uint64_t write_file = 1 << 1, truncate_file = 1 << 14, ioctl_device = 1 << 15;
constexpr uint64_t change_folders = 0x1FF0 | 1 << 13;  // remove and make entries of every kind, move between folders
constexpr uint64_t changes = write_file | truncate_file | change_folders;
constexpr uint64_t read_file = 1 << 2;
constexpr uint64_t scope_sockets = 1, scope_signals = 2;

struct Ruleset {
    uint64_t files, network, scoped;
};
struct [[gnu::packed]] Beneath {
    uint64_t allowed;
    int32_t folder;
};

std::string because(const char* what) { return std::string(what) + ": " + strerror(errno); }

bool is_below(const std::string& path, const std::string& folder) {
    return path.size() > folder.size() && path.compare(0, folder.size(), folder) == 0 && (folder == "/" || path[folder.size()] == '/');
}

// Files may be read below a folder but for what is hidden. Landlock knows what is allowed and nothing else, so on the way to
// hidden things everything beside them is allowed, entry by entry; names of what is hidden can still be listed.
template <class Allow>
void allow_but(const std::string& folder, const std::vector<std::string>& hidden, const Allow& allow) {
    bool whole = true;
    for (const auto& path : hidden) {
        if (path == folder) return;
        whole = whole && !is_below(path, folder);
    }
    if (whole) return allow(folder);
    DIR* entries = opendir(folder.c_str());
    if (!entries) return;
    while (const dirent* entry = readdir(entries))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            allow_but((folder == "/" ? "" : folder) + "/" + entry->d_name, hidden, allow);
    closedir(entries);
}

std::string confine_files(const Isolation& wanted) {
    constexpr int oldest = 3;  // before, a file could be cut off from outside
    const long version = landlock_version();
    if (version < oldest) return "this kernel has no Landlock that holds writes (Linux 6.2 or later with CONFIG_SECURITY_LANDLOCK)";
    Ruleset rules{changes | read_file | (version >= 5 ? ioctl_device : 0), 0, version >= 6 ? scope_sockets | scope_signals : 0};
    const size_t size = version >= 6 ? sizeof rules : version >= 4 ? offsetof(Ruleset, scoped) : offsetof(Ruleset, network);
    const int set = static_cast<int>(syscall(create_ruleset, &rules, size, 0));
    if (set < 0) return because("Landlock refused");
    const auto allow = [set](const std::string& path, uint64_t rights) {
        const Beneath rule{rights, open(path.c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW)};
        const bool done = rule.folder >= 0 && syscall(add_rule, set, 1, &rule, 0) == 0;
        if (rule.folder >= 0) close(rule.folder);
        return done;
    };
    for (const auto& folder : wanted.writable)
        if (!allow(folder, changes | read_file)) return because(folder.c_str());
    allow_but("/", wanted.hidden, [&](const std::string& path) { allow(path, read_file); });
    for (const auto& path : wanted.readable) allow(path, read_file);
    for (const char* device : {"/dev/null", "/dev/zero", "/dev/full"}) allow(device, write_file);
    const bool done = syscall(restrict_self, set, 0) == 0;
    close(set);
    return done ? "" : because("Landlock refused");
}

// --- rights: none but to read what the user may read ---

void drop_rights() {
    for (unsigned long right = 0; right < 64; ++right)
        if (right != CAP_DAC_OVERRIDE && right != CAP_DAC_READ_SEARCH) prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct rights[2] = {};
    if (syscall(SYS_capget, &header, rights) != 0) return;
    rights[0].effective = rights[0].permitted &= 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH;
    rights[0].inheritable = rights[1].effective = rights[1].permitted = rights[1].inheritable = 0;
    syscall(SYS_capset, &header, rights);
}

// --- calls: seccomp. No sockets, and no change to files that Landlock does not see. ---

#if defined(__x86_64__)
constexpr uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t machine = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t machine = 0;
#endif

constexpr int refused[] = {
    SYS_socket, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_kcmp,
    SYS_keyctl, SYS_add_key, SYS_request_key,
    // memory, semaphores and queues that processes of others have
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semctl, SYS_semtimedop, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl,
    SYS_mq_open, SYS_mq_unlink,
    // other views of the system, and the system itself
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_open_by_handle_at, SYS_fanotify_init, SYS_syslog,
    SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl,
    SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_move_pages, SYS_migrate_pages,
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,
    SYS_lremovexattr, SYS_fremovexattr, SYS_utimensat,
    425,  // io_uring_setup: its requests pass by this filter
    428, 429, 430, 431, 432, 433, 442,  // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr
    438,  // pidfd_getfd
    452,  // fchmodat2
    463, 466,  // setxattrat, removexattrat
#if defined(__x86_64__)
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

std::string confine_calls() {
    if (!machine) return "no filter of system calls is known for this computer";
    constexpr unsigned count = sizeof refused / sizeof *refused;
    constexpr uint32_t new_user = 0x10000000;  // CLONE_NEWUSER: with rights of its own
    constexpr int clone3 = 435;                // its flags are in memory, where no filter sees them; libraries then take clone
    sock_filter filter[count + 24];
    unsigned n = 0;
    const auto add = [&](uint16_t code, uint8_t yes, uint8_t no, uint32_t k) { filter[n++] = {code, yes, no, k}; };
    const auto load = [&](size_t at) { add(BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<uint32_t>(at)); };
    const auto answer = [&](uint32_t what) { add(BPF_RET | BPF_K, 0, 0, what); };
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, machine);
    answer(SECCOMP_RET_KILL_PROCESS);  // calls of another architecture have other numbers
    load(offsetof(seccomp_data, nr));
    add(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
    answer(SECCOMP_RET_ERRNO | EPERM);
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, clone3);
    answer(SECCOMP_RET_ERRNO | ENOSYS);
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, SYS_clone);
    load(offsetof(seccomp_data, args[0]));
    add(BPF_JMP | BPF_JSET | BPF_K, 0, 1, new_user);
    answer(SECCOMP_RET_ERRNO | EPERM);
    answer(SECCOMP_RET_ALLOW);
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, SYS_prlimit64);
    load(offsetof(seccomp_data, args[0]));
    add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);  // limits of its own, and of nobody else
    answer(SECCOMP_RET_ERRNO | EPERM);
    answer(SECCOMP_RET_ALLOW);
    for (unsigned i = 0; i < count; ++i)
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint8_t>(count - i), 0, static_cast<uint32_t>(refused[i]));
    answer(SECCOMP_RET_ALLOW);
    answer(SECCOMP_RET_ERRNO | EPERM);
    const sock_fprog program{static_cast<unsigned short>(n), filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? "" : because("seccomp refused");
}

}  // namespace

std::string confine() {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return because("no_new_privs refused");
    drop_rights();
    return confine_calls();
}

std::string isolate(const Isolation& wanted) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return because("no_new_privs refused");
    if (const std::string problem = confine_files(wanted); !problem.empty()) return problem;
    return confine();
}
