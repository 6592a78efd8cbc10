import { vi } from 'vitest'

const patienceMs = 15_000
const { waitFor } = vi

// The second that it waits unless told otherwise is short on a busy machine.
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: patienceMs })
