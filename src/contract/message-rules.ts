import { formatNumber } from '#format/format.ts'

/** The longest message, in code points: an emoji counts as one. */
export const maxMessageLength = 2000

/** The shortest first message of a thread, because "hi" tells a seller nothing. */
export const minFirstMessageLength = 10

/** Counts only visible characters: eight zero-width spaces do not make "hi" ten characters long. */
export const isLongEnough = (text: string): boolean =>
  [...text.trim().replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')].length >=
  minFirstMessageLength

export const maxNewThreadsPerDay = 20
export const maxNewThreadsOnFirstDay = 10
export const maxMessagesPerHour = 60

/** How many sellers a day may get the same first message. Our suggested texts do not count. */
export const maxSellersWithSameText = 15

/** How many students one student may block. All blocks are read at once. */
export const maxBlocks = 500
export const maxBlocksPerDay = 50

export const threadsPerPage = 30
export const messagesPerPage = 50

/** How many messages of a reported thread moderators see, counted back from the report. */
export const maxReportedMessages = 20

/** When an email is sent about an unread message. */
export const messageMailSettings = ['soon', 'daily', 'off'] as const

export type MessageMailSetting = (typeof messageMailSettings)[number]

/** How many minutes a message must be unread before an email is sent. */
export const unreadMinutesBeforeMail = 5

/** A thread is kept this long after its last message, or after the last day that the listing offers, whichever is later. */
export const threadMonths = 12
export const threadDaysAfterPeriod = 30

export const noMessageText = 'Write a message first'
export const tooLongText = `Must be at most ${formatNumber(maxMessageLength)} characters`
export const tooShortText = `Write at least ${minFirstMessageLength} characters`
export const cannotMessageText = "You can't message this person."
