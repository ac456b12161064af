/** Longer than a short call takes, so that its writes are not made while somebody waits for it. */
const afterMs = 25;

/**
 * Writes that nobody has to wait for: they are made a moment later, in their order. Whoever reads what
 * they change asks for them first.
 */
export class LateWrites {
  #waiting: (() => void)[] = [];
  #failed: (error: unknown) => void;

  /** `failed` hears of a write that could not be made; those after it are still tried. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  add(write: () => void): void {
    this.#waiting.push(write);
    if (this.#waiting.length === 1) setTimeout(() => this.make(), afterMs);
  }

  /** Makes all that wait. */
  make(): void {
    for (const write of this.#waiting.splice(0)) {
      try {
        write();
      } catch (error) {
        this.#failed(error);
      }
    }
  }
}
