import { hasMessages } from '../session/has-messages.ts'
import { loadThread, loadThreads } from './messages.loader.ts'
import { Component as Messages } from './messages.tsx'
import { Component as NoThread } from './messages-index.tsx'
import { Component as Thread } from './messages-thread.tsx'
import { onlyFor } from './only-for.tsx'

// Who is logged out meanwhile is led to the login by the page.
const withMessages = onlyFor((user) => !user || hasMessages(user))

export const messages = withMessages(Messages, loadThreads)
export const noThread = { Component: NoThread }
export const thread = withMessages(Thread, loadThread)
