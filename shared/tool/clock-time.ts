/** Minutes and seconds, as the time that an approval has left is told: `4:59`. Whole seconds in. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
