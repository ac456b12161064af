type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/**
 * What is typed after a dialog was asked for and before it is there: a fast hand is ahead of the page, and
 * its keys would otherwise land in the editor that it just left.
 */
export class EarlyKeys {
  #keys: string[] = [];
  /** An Enter waits until what stands before it is drawn; what comes after it waits, too. */
  #isEntering = false;

  get areBeingGiven(): boolean {
    return this.#isEntering;
  }

  /** Keeps a key of typing; answers whether it was one. */
  keep({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const isTyped = key.length === 1 || key === 'Backspace' || key === 'Enter';
    if (isTyped) this.#keys.push(key);
    return isTyped;
  }

  forget(): void {
    this.#keys = [];
  }

  /** Types what was kept where the focus has come to, if that takes text. */
  giveTo(target: EventTarget | null): void {
    if (!isField(target) || this.#keys.length === 0 || this.#isEntering) return;
    const enter = this.#keys.indexOf('Enter');
    const typed = this.#keys.splice(0, enter < 0 ? Infinity : enter);
    write(target, typed.reduce(afterKey, ''));
    if (enter < 0) return;
    this.#keys.shift();
    this.#isEntering = true;
    requestAnimationFrame(() => setTimeout(() => this.#enter(target)));
  }

  #enter(field: Field): void {
    press(field);
    this.#isEntering = false;
    // Where it led nowhere, the rest belongs here; else to what it opens.
    setTimeout(() => {
      if (document.activeElement === field) this.giveTo(field);
    });
  }
}

const afterKey = (text: string, key: string): string =>
  key === 'Backspace' ? text.slice(0, -1) : text + key;

function write(field: Field, text: string): void {
  if (text === '') return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}

function press(field: Field): void {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  if (field.dispatchEvent(enter)) field.form?.requestSubmit();
}
