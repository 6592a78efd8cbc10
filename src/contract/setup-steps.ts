// Every page loads this module, so it imports nothing.

/** The steps of the set-up, in the order of its pages. */
export const setupSteps = ['names', 'terms', 'contact', 'look', 'email', 'admin'] as const

export type SetupStep = (typeof setupSteps)[number]

/** The steps that change settings. CAMPUS_FILE stands for all of them. */
export const settingsSteps = ['names', 'terms', 'contact', 'look'] as const

/** The steps that nobody can skip, because the built-in values would be wrong. The other settings have sensible defaults. */
export const requiredSteps: readonly SetupStep[] = ['names', 'terms', 'contact']

/** The name of the file with the link, in DATA_DIR. */
export const setupLinkFile = 'setup-link.txt'
