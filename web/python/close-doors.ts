// What a worker could use to reach the page's origin. The policy refuses connections already;
// stores and channels it does not know.
const DOORS = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'BroadcastChannel',
  'indexedDB',
  'caches',
  'cookieStore',
  'importScripts',
  'Worker',
  'SharedWorker',
  'RTCPeerConnection',
];

/** Takes from this worker what only a way out needs. Called before any Python is loaded. */
export function closeDoors(): void {
  for (let holder: object | null = globalThis; holder !== null;) {
    for (const name of DOORS) {
      if (!Object.hasOwn(holder, name)) continue;
      Object.defineProperty(holder, name, { value: undefined, writable: false });
    }
    holder = Object.getPrototypeOf(holder) as object | null;
  }
  Object.defineProperty(globalThis, 'navigator', { value: undefined, writable: false });
}
