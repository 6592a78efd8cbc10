import { z } from 'zod'

/** The last ones before the report, the oldest first. */
export const reportedMessagesResponse = z.object({
  messages: z.array(
    z.object({
      id: z.int(),
      /** If not, it is from the student whom the report is about. */
      isFromReporter: z.boolean(),
      name: z.string(),
      body: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
})

export type ReportedMessages = z.infer<typeof reportedMessagesResponse>
