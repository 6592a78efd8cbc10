import { expect, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import { readOutbox } from './outbox.ts'

/** Waits until an address has got `count` codes by email. Returns them, oldest first. */
export function waitForCodes(dataDir: string, email: string, count: number): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const mails = await readOutbox(dataDir)
      const codes = mails
        .filter(
          ({ to, subject }) => to === email && subject.endsWith(` is your ${campus.brand} code`),
        )
        .map(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? '')
      expect(codes).toHaveLength(count)
      return codes
    },
    { timeout: 5_000 },
  )
}
