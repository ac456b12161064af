/** Words a text when it is drawn, so that it follows the reader's language. */
type Wording = () => string;
type Tone = 'ok' | 'warn' | 'err';

export interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  readonly action: { readonly text: string; run: () => void } | undefined;
}

/** Milliseconds that a toast stays; errors stay until they are dismissed. */
const stays = 8000;

class Toasts {
  all = $state.raw<readonly Toast[]>([]);
  #last = 0;

  /** Answers with its id. */
  show(tone: Tone, word: Wording, action?: { text: Wording; run: () => void }): number {
    const id = ++this.#last;
    const toast: Toast = {
      ...{ id, tone },
      get text() {
        return word();
      },
      action: action && {
        get text() {
          return action.text();
        },
        run: action.run,
      },
    };
    this.all = [...this.all.slice(-3), toast];
    if (tone !== 'err') setTimeout(() => this.dismiss(id), stays);
    return id;
  }

  dismiss(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
