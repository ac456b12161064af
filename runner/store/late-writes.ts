/**
 * Writes that nobody has to wait for: they are made a moment later, in their order. Whoever reads what
 * they change asks for them first.
 */
export class LateWrites {
  #waiting: (() => void)[] = [];
  #due: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;
  #failed: (error: unknown) => void;

  /** `failed` hears of a write that could not be made; those after it are still tried. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** To be made with those before it, in so many milliseconds at the latest. */
  add(write: () => void, withinMs: number): void {
    this.#waiting.push(write);
    const at = performance.now() + withinMs;
    if (this.#due !== undefined && this.#due.at <= at) return;
    clearTimeout(this.#due?.timer);
    this.#due = { at, timer: setTimeout(() => this.make(), withinMs) };
  }

  /** Makes all that wait. */
  make(): void {
    clearTimeout(this.#due?.timer);
    this.#due = undefined;
    for (const write of this.#waiting.splice(0)) {
      try {
        write();
      } catch (error) {
        this.#failed(error);
      }
    }
  }
}
