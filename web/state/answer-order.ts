/** Answers overtake one another on their way; what was asked for earlier must not take back what is newer. */
export class AnswerOrder {
  #asked = 0;
  #taken = 0;

  /** Called when the question is sent. Call what it returns with the answer at hand: false says that a newer one was taken. */
  ask(): () => boolean {
    const turn = (this.#asked += 1);
    return () => {
      if (turn < this.#taken) return false;
      this.#taken = turn;
      return true;
    };
  }
}
