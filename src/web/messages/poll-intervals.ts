/** How often a visible tab asks for news: in an open thread, and anywhere else. */
export const openThreadPollMs = 5_000
export const pollMs = 60_000
