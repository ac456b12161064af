export interface Toast {
  id: number;
  tone: 'ok' | 'warn' | 'err';
  text: string;
  action?: { text: string; run: () => void };
}

/** Milliseconds that a toast stays; errors stay until they are dismissed. */
const stays = 8000;

class Toasts {
  all = $state<Toast[]>([]);
  #last = 0;

  show(tone: Toast['tone'], text: string, action?: Toast['action']): void {
    const id = ++this.#last;
    this.all = [...this.all.slice(-3), { id, tone, text, action }];
    if (tone !== 'err') setTimeout(() => this.dismiss(id), stays);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
