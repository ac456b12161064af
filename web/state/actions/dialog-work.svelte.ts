/**
 * What a dialog does once it is sent. It is done once at a time, and is no matter of the dialog any more where that
 * was closed meanwhile: it may have been opened again for something else.
 */
export class DialogWork {
  isBusy = $state(false);
  #closings = 0;

  /** The dialog was closed; what goes on goes on without it. */
  closed(): void {
    this.#closings += 1;
    this.isBusy = false;
  }

  /** Answers whether it was done while the dialog was open; `work` answers whether it succeeded. */
  async do(work: () => Promise<boolean | undefined>): Promise<boolean> {
    if (this.isBusy) return false;
    const own = this.#closings;
    this.isBusy = true;
    try {
      const isDone = (await work()) === true;
      return isDone && own === this.#closings;
    } finally {
      if (own === this.#closings) this.isBusy = false;
    }
  }
}
