import { constants, setPriority } from 'node:os'
import { type RehearsalRequest, rehearseRestore } from './rehearsal.ts'

// This file is a program that `backup-rehearsal.ts` starts. A restore on SQLite would block the event loop of the server.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// If the server stops or is killed, the rehearsal ends and removes its database.
const stopping = new AbortController()
for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.once(event, () => stopping.abort())
}

process.once('message', async (request: RehearsalRequest) => {
  const result = await rehearseRestore(request, stopping.signal)
  if (process.connected) process.send?.(result, () => process.exit())
  else process.exit(1)
})
