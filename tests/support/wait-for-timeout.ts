import { vi } from 'vitest'

// The default timeout of one second is too short on a busy machine.
const timeoutMs = 15_000
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: timeoutMs })
