/** The details beneath a result. */
export type DrawerTab = 'output' | 'raw' | 'metadata' | 'filled' | 'events';
