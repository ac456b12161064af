/** How many interfaces of servers are drawn: what holds them stays while the person is asked about their calls. */
export const openApps = $state({ count: 0 });
