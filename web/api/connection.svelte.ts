/** What the page knows of the runner from its last answers. */
class Connection {
  /** The last call got no answer. */
  offline = $state(false);
  /** The runner knows this page: undefined until the first answer. */
  admitted = $state<boolean>();

  /** How often a runner that was gone answered again: what could not be read then is read anew. */
  returns = $state(0);

  saw(path: string, status: number): void {
    // A proxy in front of a stopped runner answers for it.
    const isGone = status === 502 || status === 503 || status === 504;
    if (this.offline && !isGone) this.returns += 1;
    this.offline = isGone;
    if (status === 401) this.admitted = false;
    // Health answers strangers, too, so it says nothing of us.
    else if (status < 400 && path !== '/api/health') this.admitted = true;
  }

  lost(): void {
    this.offline = true;
  }
}

export const connection = new Connection();
