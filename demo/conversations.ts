import { campus } from '#campus/campus.ts'
import type { CategoryId } from '#categories/index.ts'
import type { StudentKey } from './students.ts'

export interface DemoConversation {
  /** The category and title of the sample listing that the conversation is about. */
  listing: { category: CategoryId; title: string }
  buyer: StudentKey
  messages: { from: 'buyer' | 'seller'; daysAgo: number; body: string }[]
  /** Whether the recipient has not read the last message yet. */
  isUnread?: true
}

/** The sample conversations. The one with the newest message comes last. */
export const demoConversations: DemoConversation[] = [
  {
    listing: { category: 'misc', title: 'Noise-cancelling headphones' },
    buyer: 'liam',
    messages: [
      {
        from: 'buyer',
        daysAgo: 3.1,
        body: 'Hi Ada, do the headphones also work with a cable? I need them for the lab.',
      },
      {
        from: 'seller',
        daysAgo: 2.9,
        body: 'Yes, the cable is in the case. With it they even work when the battery is empty.',
      },
      { from: 'buyer', daysAgo: 2.8, body: 'Then I would like them! When could I see it?' },
      {
        from: 'seller',
        daysAgo: 2.4,
        body: 'I can meet at the Davis Centre Great Hall tomorrow around noon. Try them before you pay.',
      },
      { from: 'buyer', daysAgo: 1.7, body: 'They sound great. Thanks for waiting for me! 🎧' },
    ],
  },
  {
    listing: { category: 'misc', title: 'Acoustic guitar with stand and soft case' },
    buyer: 'ada',
    messages: [
      {
        from: 'buyer',
        daysAgo: 2.3,
        body: 'Hi Noah, is the guitar still available? And how big is the ding on the back?',
      },
      {
        from: 'seller',
        daysAgo: 2.1,
        body: `Yes, it's still available!

The ding is about the size of a quarter. You do not hear it, and you only see it if you look for it.`,
      },
      { from: 'buyer', daysAgo: 1.9, body: 'That is fine with me. When could I see it?' },
      {
        from: 'seller',
        daysAgo: 1.2,
        get body() {
          return `Any day after 5. We could meet at the ${meetUpSpot()}: there is a quiet corner where you can play it.`
        },
      },
      { from: 'buyer', daysAgo: 1, body: 'Perfect, I will be there tomorrow at 5:30.' },
    ],
  },
  {
    listing: { category: 'misc', title: 'City bike with basket, fresh tune-up' },
    buyer: 'kwame',
    messages: [
      {
        from: 'buyer',
        daysAgo: 1.1,
        body: 'Hi Ada, is the bike still available? I am 5 foot 8, so it should fit.',
      },
      {
        from: 'seller',
        daysAgo: 0.9,
        body: "Yes, it's still available! Come and try it around the ring road!",
      },
      { from: 'buyer', daysAgo: 0.7, body: 'I can meet at SLC Great Hall tomorrow after 4.' },
      {
        from: 'seller',
        daysAgo: 0.4,
        body: 'Works for me. I have marked it pending, so it is yours until then.',
      },
      {
        from: 'buyer',
        daysAgo: 0.06,
        body: 'Thanks! My lecture ends at 3:50, so I can be there right at 4. Does the lock come with both keys?',
      },
    ],
    isUnread: true,
  },
]

/** The best spot of the last university. */
const meetUpSpot = () => campus.universities.at(-1)?.meetUpSpots[0]?.name
