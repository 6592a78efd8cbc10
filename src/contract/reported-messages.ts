import { z } from 'zod'

/** The last messages before the report, oldest first. */
export const reportedMessagesResponse = z.object({
  messages: z.array(
    z.object({
      id: z.int(),
      /** Whether the reporter wrote the message. If not, the reported student did. */
      isFromReporter: z.boolean(),
      name: z.string(),
      body: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
})

export type ReportedMessages = z.infer<typeof reportedMessagesResponse>
