import type { GlobalProxy, ImportFunction, WasmImports } from './pyodide-module.ts';

/**
 * The imports that sealed Python may use: clocks, random bytes, memory, system calls on files in memory, and
 * those with which the interpreter raises exceptions and exits. None gives it JavaScript objects, foreign
 * functions, loaded code, sockets or programs.
 */
const ALLOWED = new Set(
  `JsvError_Check Jsv_GetError_import JsvNoValue_Check _PyEM_TrampolineCall_JS
  _Py_CheckEmscriptenSignals_Helper _Py_emscripten_runtime __assert_fail _abort_js exit proc_exit
  emscripten_get_now emscripten_date_now clock_time_get clock_res_get random_get
  emscripten_resize_heap emscripten_get_heap_max
  _tzset_js _timegm_js _mktime_js _localtime_js _gmtime_js environ_get environ_sizes_get
  fd_close fd_read fd_write fd_seek fd_sync fd_pread fd_pwrite fd_fdstat_get
  __syscall_openat __syscall_fcntl64 __syscall_ioctl __syscall_faccessat __syscall_chdir
  __syscall_fchdir __syscall_chmod __syscall_fchmod __syscall_fchmodat2 __syscall_fchownat
  __syscall_fchown32 __syscall_dup __syscall_dup3 __syscall_fdatasync __syscall_fstat64
  __syscall_stat64 __syscall_newfstatat __syscall_lstat64 __syscall_ftruncate64
  __syscall_truncate64 __syscall_getcwd __syscall_getdents64 __syscall_mkdirat __syscall_mknodat
  __syscall_poll __syscall_fadvise64 __syscall_fallocate __syscall_readlinkat __syscall_unlinkat
  __syscall_rmdir __syscall_renameat __syscall_statfs64 __syscall_fstatfs64 __syscall_symlinkat
  __syscall_utimensat __syscall_getuid32_js _mmap_js _munmap_js _msync_js
  _emscripten_get_progname _emscripten_lookup_name __call_sighandler
  emscripten_runtime_keepalive_push emscripten_runtime_keepalive_pop throw_no_gil`.split(/\s+/),
);

// Error numbers of the C library. System calls return them as negative numbers.
const EPERM = -63;
const ENOSYS = -52;
const UMASK = 0o22;

/** Forbidden imports that honest programs call: they return an error number, and the call continues. */
const REFUSED: Record<string, ImportFunction> = {
  _emscripten_system: () => ENOSYS,
  can_run_sync_js: () => 0,
  _setitimer_js: () => ENOSYS,
  __syscall_pipe: () => ENOSYS,
  _try_fcntl64: () => 0,
  // The mask would be in JavaScript, where a reset cannot restore it, so it is constant.
  __syscall_umask_js: () => UMASK,
  _try_shutdown: () => 0,
  _maybe_poll_async: () => null,
  _maybe_connect_async: () => null,
  _maybe_recvfrom_async: () => null,
  _maybe_sendto_async: () => null,
  getaddrinfo: () => -1,
  getnameinfo: () => -1,
  getprotobyname: () => 0,
  _dlsym_js: () => 0,
  _dlopen_js: () => 0,
};
for (const call of [
  'socket',
  'accept4',
  'bind',
  'connect',
  'getpeername',
  'getsockname',
  'getsockopt',
  'listen',
  'recvfrom',
  'recvmsg',
  'sendmsg',
  'sendto',
]) {
  REFUSED[`__syscall_${call}`] = () => EPERM;
}

/** Python called a forbidden import. The sandbox is not used again. */
export class Violation extends Error {
  constructor(readonly reached: string) {
    super(`Python reached for "${reached}" outside its sandbox`);
  }
}

export interface Gate {
  locked: boolean;
  /**
   * The forbidden import that Python called. WebAssembly may swallow the exception, so callers check this,
   * too.
   */
  violation: string | undefined;
  /** Table entries of host functions, which are cleared when the gate is locked. */
  entries: Set<WebAssembly.Global>;
  wrap(imports: WasmImports): WasmImports;
}

/** Creates the gate between the interpreter and its imports; `own` replaces imports. */
export function createGate(own: Record<string, ImportFunction>): Gate {
  const guard = (name: string, original: ImportFunction): ImportFunction => {
    const ours = own[name];
    if (ours !== undefined) return Object.assign(ours, { sig: original.sig });
    if (ALLOWED.has(name)) return original;
    const refused = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
    const guarded: ImportFunction = function (this: unknown, ...args: unknown[]) {
      if (!gate.locked) return original.apply(this, args);
      if (refused !== undefined) return refused(...args);
      gate.violation ??= name;
      throw new Violation(name);
    };
    if (original.sig !== undefined) guarded.sig = original.sig;
    return guarded;
  };
  const gate: Gate = {
    locked: false,
    violation: undefined,
    entries: new Set(),
    wrap(imports) {
      const guarded = new Map<PropertyKey, ImportFunction>();
      const env = new Proxy(imports.env, {
        get(target, key: string) {
          const value = target[key];
          if (typeof value !== 'function') return value;
          const known = guarded.get(key) ?? guard(key, value as ImportFunction);
          guarded.set(key, known);
          return known;
        },
      });
      const functions = new Proxy(imports['GOT.func'], {
        get(target: GlobalProxy, key, receiver) {
          const value: unknown = Reflect.get(target, key, receiver);
          if (value instanceof WebAssembly.Global) gate.entries.add(value);
          return value;
        },
      });
      return { ...imports, env, wasi_snapshot_preview1: env, 'GOT.func': functions };
    },
  };
  return gate;
}
