type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/**
 * What is typed after a dialog was asked for and before it is there: a fast hand is ahead of the page, and
 * its keys would otherwise land in the editor that it just left.
 */
export class EarlyKeys {
  #text = '';
  #entered = false;

  /** Keeps a key of typing; answers whether it was one. What follows an Enter has no place any more. */
  keep({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const typed = key.length === 1;
    if (!typed && key !== 'Backspace' && key !== 'Enter') return false;
    if (this.#entered) return true;
    if (typed) this.#text += key;
    else if (key === 'Backspace') this.#text = this.#text.slice(0, -1);
    else this.#entered = true;
    return true;
  }

  forget(): void {
    this.#text = '';
    this.#entered = false;
  }

  /** Types what was kept where the focus has come to, if that takes text. */
  giveTo(target: EventTarget | null): void {
    const [text, entered] = [this.#text, this.#entered];
    this.forget();
    if (!isField(target)) return;
    if (text !== '') {
      target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
      target.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
    }
    // The list has to be drawn for the text before one of it is chosen.
    if (entered) requestAnimationFrame(() => setTimeout(() => enter(target)));
  }
}

function enter(field: Field): void {
  const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  if (field.dispatchEvent(press)) field.form?.requestSubmit();
}
