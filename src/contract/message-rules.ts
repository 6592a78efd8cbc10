import { formatNumber } from '#format/format.ts'

/** Characters are code points: an emoji is one. */
export const maxMessageLength = 2000

/** Of the first message of a thread: "hi" says nothing to a seller. */
export const minFirstMessageLength = 10

/** Of what is drawn: eight zero-width spaces do not make ten characters of "hi". */
export const isLongEnough = (text: string): boolean =>
  [...text.trim().replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')].length >=
  minFirstMessageLength

export const maxNewThreadsPerDay = 20
export const maxNewThreadsOnFirstDay = 10
export const maxMessagesPerHour = 60

/** The same first text that is none of our own goes to so many sellers a day. */
export const maxSellersWithSameText = 15

/** Whom one student has blocked: read at once. */
export const maxBlocks = 500
export const maxBlocksPerDay = 50

export const threadsPerPage = 30
export const messagesPerPage = 50

/** Moderators see so many of a thread that was reported, those before the report. */
export const maxReportedMessages = 20

/** When a mail tells of a message that was not read. */
export const messageMailSettings = ['soon', 'daily', 'off'] as const

export type MessageMailSetting = (typeof messageMailSettings)[number]

/** Not before a message has been unread for so long. */
export const unreadMinutesBeforeMail = 5

/** A thread is kept for so long after its last message, or after the last day of what the listing offers, whichever is later. */
export const threadMonths = 12
export const threadDaysAfterPeriod = 30

export const noMessageText = 'Write a message first'
export const tooLongText = `Must be at most ${formatNumber(maxMessageLength)} characters`
export const tooShortText = `Write at least ${minFirstMessageLength} characters`
export const cannotMessageText = "You can't message this person."
