import type { Component } from 'svelte';

/** What can be chosen in a menu. */
export interface MenuEntry {
  id: string;
  text: string;
  icon?: Component<Record<string, unknown>>;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled; keys reach it, so that it is read. */
  title?: string | undefined;
  /** Whether it holds, for one that turns something on and off. */
  checked?: boolean;
  /** A line above this entry. */
  line?: boolean;
  onSelect: () => void;
}
