import { describe, expect, it } from 'vitest'
import { demoConversations } from '#demo/conversations.ts'
import { demoListings } from '#demo/listings.ts'
import { wordRules } from '#regions/ca-on/phrases.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { messageWordSignals, wordSignals } from './word-signals.ts'

stayOnBuiltInCampus()

const rulesOf = (text: string) => wordSignals(text).map(({ rule }) => rule)

describe('payment that cannot be taken back is marked in', () => {
  it.each([
    'Please pay by wire transfer.',
    'You can pay the deposit through Western Union or MoneyGram.',
    'Send the money via western union to my agent',
    'I only accept bitcoin for this one',
    'PAYMENT BY WIRE TRANSFER ONLY',
    'Payment: bitcoin',
    'send me $200 in steam gift cards and the place is yours',
    'Just buy two Amazon gift cards and send me the codes on the gift cards.',
    'Rent is to be paid in crypto, first month now.',
    'wire me the first month and I will hold it for you',
    'Kindly wire the deposit to my account and I send the contract',
    'I’d like to be paid in USDT',
    'pay with e-transfer, cash or crypto',
    'Deposit can be sent by e-transfer/wire transfer',
    'Don’t worry, just send the rent by MoneyGram',
    'This is not a scam, wire the deposit today and you get the keys',
    'Pay via\nWestern Union',
    'P\u200bay by w\u200bire transfer please',
    'Pay by ｗｉｒｅ ｔｒａｎｓｆｅｒ',
    'Pay with bitсоin', // с and о are Cyrillic.
    'Send 300 USDT to this address and it ships tomorrow',
    'bank wire only, pay by bank wire within 24h',
    'The fee is payable in Ethereum',
    'could you send the $400 with Western Union today?',
    'Moneygram the deposit to my cousin',
    'pay the remaining balance with google play cards',
    'Crypto payments only.',
    'No problem at all! Send the deposit in btc and I will mark it pending',
    'I am out of town so please make the payment by wire',
    'We prefer payment in bitcoin or ethereum',
    'can you wire over the $500?',
    'Do not hesitate to pay by wire transfer',
    'please make the payment through a wire transfer to my account in London',
    'Kindly pay with Apple gift cards, scratch and send me the pictures',
    "After you send the first month's rent by MoneyGram I will send the keys by courier",
    'you will pay via bitcoin ATM',
    'deposit must be made via Western Union',
    'payment accepted: bitcoin, usdt',
    'I take bitcoin only',
    'BTC only please',
    'pay the agent by wire',
    'can u wire the money today',
    'use western union to send the funds',
    'Buy a $200 Steam card and send me the code',
    'text me a picture of the gift cards',
    'Pay with Google Play gift cards',
    'Pay with Vanilla gift cards',
    'pay me in eBay gift cards',
    'You can pay with a Walmart gift card',
    'pay using Razer Gold gift cards',
    'Pay by Xbox gift card please',
    'Pay with a Canadian Tire gift card',
    'send me two Vanilla gift cards',
    'I only accept Sephora gift cards',
    'Pay by cash, Amazon gift card or crypto',
    'Pay by gift card and it’s yours',
    'Pay the first month by Wise or Western Union',
    'Please pay the deposit via Remitly or Western Union today',
    'You send the money through Remitly or MoneyGram',
    'Deposit by Zelle or wire transfer',
    'Pay today, by wire transfer.',
    'Pay with bitcoin at a bitcoin ATM near you',
    'Pay by wire transfer to my crypto wallet',
    'No viewings until you pay by wire transfer',
    'I can not meet you can pay by Western Union',
    'Can you pay by Western Union?',
    'Are you able to pay by Western Union?',
    'Use Western Union, ok?',
    'Wire $900 to my account',
    'The deposit has to be wired to me',
    'Rent has to be sent through Western Union',
    'Payment method: Western Union',
    'Wire transfer only',
    'Send me the money in crypto',
    'There are many scams, so pay me by wire transfer',
    'No cash pay by Western Union',
    'No Interac — Western Union only',
    'No Interac—Western Union only',
  ])('%s', (text) => {
    expect(rulesOf(text)).toContain('payment')
  })
})

describe('a writer who is abroad is marked in', () => {
  it.each([
    "I'm currently out of the country for work.",
    'I am abroad right now',
    'im overseas until January so message me here',
    'I am on exchange abroad this term',
    'I am abroad, my roommate can not show it',
    'I am overseas. My friend is there too.',
    'I am currently located abroad',
    'I am overseas in the UK',
    'My wife and I are abroad',
    'Currently overseas, reply may be late',
    'We are out of the country until March',
    'Sorry, I am not in Canada at the moment',
    "I'm not in the country right now",
    'I am working in another country on a contract',
    'I AM CURRENTLY ABROAD',
    'I am still on a co-op term overseas',
    'I’m outside of Canada on a family emergency',
    'Hi! I am out of\nthe country, but the place is great.',
    'i live in another country now so i cant show it',
    'Because I am abroad, everything goes by email',
    "I'm a doctor currently working overseas and my wife will ship the keys via DHL",
    'I cannot meet because I am out of the country, you pay then keys get mailed to you',
    'we are currently living abroad, the keys will be sent to you by UPS',
    'I am presently studying abroad and renting out my condo',
    "I can't show you the place as I am currently out of the country.",
    'I cannot meet in person while I am abroad',
    'Unfortunately I can not do viewings right now as I am overseas for work',
    'No viewings as I am abroad',
    'No viewings I am abroad',
    'No I am overseas right now',
    'Not able to show it as currently overseas',
    "I won't be able to show it since we are out of the country",
    'I am not able to meet you I am currently overseas',
  ])('%s', (text) => {
    expect(rulesOf(text)).toContain('abroad')
  })
})

describe('keys by mail are marked in', () => {
  it.each([
    'I will mail you the keys once the deposit is there.',
    "I'll ship the keys to you by FedEx",
    'The keys will be mailed to your address',
    'keys sent by courier after payment',
    'My lawyer sends you the keys by courier',
    'You get the keys via Canada Post',
    'We can courier you the keys and the lease',
    'The lease and the keys will be shipped to you',
    'i can mail the key and contract',
    'Keys by mail, no need to meet',
    'The keys are delivered via DHL',
    'I am going to post you the keys from home',
    'have the keys couriered to you',
    'I will send you the house keys through the mail',
    "I'm a doctor currently working overseas and my wife will ship the keys via DHL",
    "After you send the first month's rent by MoneyGram I will send the keys by courier",
    'I cannot meet because I am out of the country, you pay then keys get mailed to you',
    'we are currently living abroad, the keys will be sent to you by UPS',
    'send a deposit and receive the keys by registered mail',
    "I'll drop the keys in the mail",
  ])('%s', (text) => {
    expect(rulesOf(text)).toContain('keys')
  })
})

describe('payment before a viewing is marked in', () => {
  it.each([
    'A deposit is required before you see it.',
    'Please e-transfer a deposit to hold it before the viewing',
    'Pay first, then viewing.',
    'deposit before viewing, many people are interested',
    'You need to send the first month before I can give you a tour',
    'Payment prior to viewing',
    'I will show you the place once you have sent the deposit',
    'No viewings without a deposit',
    'Viewing only after payment of the deposit',
    'There is a $50 viewing fee',
    'To book a viewing pay a refundable deposit before seeing the room',
    'Deposit first, viewing after.',
    'You can see the apartment after the deposit is paid',
    'rent must be paid before you visit the unit',
    'send the money before coming to see it',
    'Send $300 to reserve a viewing',
    'etransfer b4 you see the place please',
    'We ask for the last month’s rent before any showing',
    'I require the deposit before I let you see the place',
    'We need first and last before a viewing can be scheduled',
    'To view the apartment you must pay a $100 deposit',
    'send the deposit to secure a viewing',
    'Once I receive the deposit I will show you the place',
    'you can only see the place once you pay',
    'The deposit has to be sent prior to the showing',
    'Only e-transfer of the deposit before seeing it counts',
    'you have to pay before you view it',
    'I need the deposit before I can show you the place',
    "Can't show it until you pay",
    'Before viewing, please send the deposit',
  ])('%s', (text) => {
    expect(rulesOf(text)).toContain('viewing')
  })
})

describe('nothing is marked in', () => {
  it.each([
    // These ask a question, name somebody who is here, speak of a later time, or are about giving the keys back.
    'I will be abroad on exchange, so I am subletting',
    "I’ll be abroad this winter, that's why I sublet",
    'I will be out of the country when the lease starts',
    'I am on exchange abroad this term, my roommate can show the room.',
    'I am abroad this term. My friend will show you the place.',
    'I am overseas. The superintendent can give you the keys.',
    'I am out of the country and my landlord shows it',
    "I'm studying abroad next term",
    "I'm out of the country in July so pickup is in June",
    'We are not in Canada yet, can we do a video tour?',
    'I am overseas until January. Could you do a video tour?',
    'Is a deposit needed before the viewing?',
    'Is the rent paid by wire transfer or e-transfer?',
    'Do you want me to pay by wire transfer?',
    'Hi, must I pay a deposit before viewing?',
    'When is the deposit due, before the viewing?',
    'Why do you need a deposit before a viewing?',
    'Should the rent be paid by wire transfer?',
    'Use Western Union? No thanks',
    'Please mail your keys back when you leave',
    'Mail the keys to us at the end',
    'Put the keys in the mail when you leave',
    'Drop the keys in the mail slot',
    'Answer key sent by mail',
    'Mechanical keyboard, extra keys shipped with it',
    'Please DM before viewing, deposit is $100',
    'Before viewing, deposit is $100',
    'MoneyGram only two blocks away',
    'Rent $700 with wired internet',
    'No Western Union only cash',
    'There are many scams so never pay by wire transfer',
    'Scams are common, so beware of people who ask you to pay by wire',
    // These mention means of payment without asking for them.
    'Gift card for sale: $50 Tim Hortons for $40.',
    '$25 Amazon gift card included with the Kindle',
    'Selling a Steam gift card, pay by e-transfer',
    'I will send the gift card code by email once I get your e-transfer',
    'No wire transfers.',
    'No wire transfer, no crypto, cash or e-transfer only',
    'Never send money by wire.',
    "Please don't pay with gift cards or crypto, this is how scams work",
    'I never ask you to pay by Western Union',
    'Wireless mouse, barely used',
    'Wired headphones with a 2 m cable',
    'USB wire included, pay on pick up',
    'Copper wire and breadboard for ECE 140',
    'Wire rack for the closet, $10',
    'Chicken wire left over from a costume',
    'Wire the plug yourself, the lamp has no cord',
    'Pay by Interac e-transfer when you pick it up.',
    'E-transfer or cash, pay at the SLC',
    'Cash, e-transfer, PayPal all fine',
    'Bitcoin and Cryptocurrency Technologies, Princeton, like new',
    'Textbook on cryptography for CO 487, pay cash',
    'Ledger wallet for bitcoin and ethereum, $60',
    'Crypto club ticket for Friday',
    'Ethereum hackathon ticket, pay me back at the door',
    'Beware of people who want to be paid by wire transfer.',
    'If someone asks you to send gift cards, report them.',
    'Scammers ask you to pay in bitcoin',
    'Wire transfers are not accepted.',
    'Crypto payments are not accepted, sorry',
    'I paid for it with a gift card, so no receipt',
    'Bought it with a gift card from my aunt and never used it',
    'Do you also accept crypto?',
    'Can I pay with bitcoin?',
    'Could I send you a wire transfer from my German bank?',
    'I can pay by wire or e-transfer, what is easier?',
    'I would rather not pay by wire transfer',
    'Rent includes internet, hydro and wired security cameras.',
    'Pay $40 for a $50 gift card',
    'Trade for a Nintendo gift card possible',
    'Western Union is across the street, so is Shoppers',
    'Pay me back in coffee',
    'Send me a message if you want it',
    'Send me an email with a few words about you',
    'Payment in cash only please',
    'Instruments: trumpet, wire brushes, sticks',
    'First and last month, e-transfer please',
    'Please send the e-transfer to my uwaterloo address',
    'Deposit of $20 by e-transfer to hold it until Friday',
    // These have prices beside wires, cards and coins.
    'Copper wire $5',
    'HDMI wire, $10 or best offer',
    'USB-C wire only $5',
    'Kindle $80 with gift card and case',
    'First month rent with a gift card included for the new tenant',
    'Lost my money in crypto so the gaming chair has to go',
    'Crypto textbook, only used once',
    'Pay attention in crypto and you do not need these notes',
    'Can you send me the crypto lecture notes?',
    'Pay for one ticket with your WatCard',
    'I will pay you in cash or by wire',
    'Save money on bitcoin mining with this heater',
    // These name a means of payment beside others, or something that is not paid with it.
    'pay with cash, gift card included',
    'pay with cash, comes with gift card',
    'Pay with cash for the gift card',
    'Pay by e-transfer for this gift card',
    'Pay by card and get a gift card',
    'Pay by e-transfer and the gift card is yours',
    'Pay by e-transfer before you get the gift card',
    'You pay by e-transfer and receive the Xbox gift card code',
    'Pay with e-transfer and I send the gift card',
    'Pay with debit plus gift card',
    'Pay by Interac, I email the gift card',
    'Deposit by e-transfer holds the gift card',
    'Send by mail the gift card',
    'Move in now: first month rent with a $50 gift card',
    'Rent by the term, gift card for the first who signs',
    'Pay with cash not gift cards',
    'Pay with PayPal instead of gift cards',
    'Pay by cash rather than crypto',
    'Pay by e-transfer since wire transfers cost too much',
    'You pay with your WatCard and prepaid cards do not work',
    'Pay by cheque and the wire rack is yours',
    'Pay with Apple Pay or card at the crypto club',
    'Pay by debit at the bitcoin ATM store',
    // These deny it, with words between the denial and the phrase.
    'We are unable to accept payment by wire transfer',
    'Payment by wire transfer is not possible',
    'No returns, you pay by e-transfer when you pick up',
    'No deposit needed you can pay at the viewing',
    'I do not mail keys you get them from me in person',
    'I do not use it any more as I am back from abroad',
    "I don't think we need you to pay by wire transfer",
    'I would never make you pay by wire',
    'I never ask that you pay by wire',
    'I never said you have to pay with bitcoin',
    'There is nothing we ask you to pay by wire',
    'There is no reason you should pay by wire',
    'We do not want you to pay by wire',
    "We don't require that you pay in crypto",
    'No one should have to pay by wire',
    'You never have to pay by wire or crypto',
    'No need for you to send gift cards',
    "I don't expect you to mail the keys",
    'There is no way I would ask for a deposit before a viewing',
    'There is no such thing as a viewing fee',
    // These are honest sentences about being abroad or away.
    'I am not abroad',
    "I'm not out of the country",
    'I do not think I am abroad in May',
    "I don't know whether I will be abroad",
    "I'm not sure I will be abroad",
    'Study abroad fair ticket',
    'My roommate is abroad this term so his room is free',
    'My landlord is currently overseas but his brother manages the house',
    "I'm going abroad in January, everything must go",
    'I am moving overseas and selling my desk',
    'Selling because I leave for exchange in May',
    'I am away on co-op in Toronto, my roommate shows it.',
    "I'm home in Ottawa over reading week",
    'I am an international student from overseas',
    'Bought overseas, comes with an adapter',
    'Great for students from another country',
    'Currently studying for finals, reply in the evening',
    "I'm not abroad, just busy",
    'When I am abroad my roommate takes care of the plants',
    'I was abroad last term and never used it',
    'The overseas edition has other page numbers',
    'If I am abroad by then, my sister meets you',
    'I am not going abroad after all, so no longer available',
    'Country themed poster, I am out of wall space',
    'Looking for a travel adapter, I study abroad next fall',
    'I have family overseas so I call at odd hours',
    'I am out until 6, then free to meet',
    'I will be out of town on the weekend',
    // These are honest sentences about keys and mail.
    'Mailbox key included',
    'You get two keys and a mailbox key on move-in day',
    'Mail key and front door key from the concierge',
    'Keyboard, ships in its box',
    'Digital piano with 88 keys',
    'Keys are handed over in person on May 1',
    'Pick up the keys from my roommate',
    'Key deposit $50, refundable',
    'The post office is two minutes away',
    'Does the lock come with both keys?',
    'The keys are with the landlord, mail comes on weekdays',
    'I can mail the book to you',
    'Can ship within Ontario',
    'Send me a message and I bring the keys',
    'We never mail keys',
    'Piano keys repaired last year, shipping possible',
    'Parcel lockers, key fob entry',
    'Get your keys in the mail room',
    'Keys sent to you by the landlord in person',
    'You receive a key for the post box',
    'I’ll post the pictures of the keys later',
    // These are honest sentences about viewings and money.
    'No payment before a viewing.',
    'Please view it before you pay.',
    'Come see it before you send any money',
    'Deposit after the viewing',
    'Try them before you pay.',
    'You don’t need to pay anything before you see it',
    'Never pay a deposit before you have seen the room',
    'Rent is due before the 1st',
    'Last month’s rent is due before move-in',
    'Pay before Friday to get the early price for the show',
    'Pay at pickup, see photos before',
    'Should I pay the deposit before I see it?',
    'Do I need to send a deposit before viewing?',
    'First and last month of rent required.',
    'Message me for a viewing on the weekend.',
    'Viewings on Saturday, deposit once we sign',
    'See the room first, then pay the deposit',
    'Rent deposit due when you sign, after you have seen the place',
    'You can view the place any evening, rent is $650',
    'A deposit holds it until the end of the week',
    'View of the lake, deposit of one month',
    'Would you hold it for me until I see it tomorrow?',
    'I can pay before the viewing if that helps',
    'Send me a time before you visit',
    'Please send me a message before coming to see it',
    'The rent includes parking, ask before you visit',
    'Rent is $650 message me before you come to view it',
    '$40 or best offer text me before coming to see it',
    'Before you view it, please send me a message',
    'Before visiting please tell me, the deposit is one month',
    'You see the QR code after payment',
    'I can show you proof once you send a message',
    'Just show the confirmation when you pay',
    '$950 for the view alone is worth it',
    'Rent: $650\nto book a viewing text me',
    'Fee for parking, viewings any day',
    'We can schedule a viewing once exams are over',
    'Thanks for the visit yesterday and once you send the deposit I print the lease',
    'Can I come for a viewing after I get paid on Friday?',
    'First month and deposit upfront, viewings any day',
    'I would like to see the room before paying the deposit',
    // These are questions and answers from messages.
    "I'm in Toronto on weekends, keys with the super",
    'My parents are overseas so I can only call in the morning',
    'Can meet at SLC before you pay anything',
    'I am currently in Kitchener',
    'E-transfer before pickup please',
    'E-transfer to hold, pick up at DC',
    "Send e-transfer and I'll drop it off",
    'Payment due at pickup',
    'Is it ok if I pay when I see it?',
    'Is it possible to view the room before I send the deposit?',
    'Can you send a video of the room before I pay the deposit?',
    'I would send the deposit right after the viewing',
    'Will you be abroad in May?',
    'Are you overseas?',
    'Do you ship the keys with the lock?',
    'The lock comes with two keys, can ship it',
    'I can mail the lock and keys to you',
    'keyboard keys are a bit worn, shipping extra',
    'Laundry is paid by card, rent by e-transfer',
    'Rent is paid by direct deposit',
    'You pay hydro, landlord pays water and wired internet',
    'Gift wrap included',
    'Comes with $20 gift card',
    'Buy 2 get a gift card',
    'I got it as a gift, card included',
    'Pay what you want',
    'Wire baskets $5 each, pay cash',
    'wire hangers free, pay for the rack',
    'The wires are paid for by the landlord',
    'ETH hackathon hoodie, pay by e-transfer',
    'Solana sticker pack, e-transfer',
    'Bitcoin miner, pay cash on pickup',
    'Pay cash or e-transfer for this crypto mining rig',
    'send me an offer in the chat',
    'Please view the unit before you apply and pay',
    'View before paying!',
    'Viewing first, then the deposit',
    'We do viewings first and you pay the deposit after',
    'Deposit is only due after you have visited',
    'If you pay the first month, I leave the desk before you visit',
    'Tours every Saturday, first month due on move in',
    'No need to pay before the tour',
    "I'd never ask for money before a viewing",
    'You see it, you like it, you pay',
    'You can visit the gym once you pay the membership',
    'Once you pay rent you get a parking pass for visitors',
    'Rent due before the first, visit anytime',
    'The rent covers everything, come visit before you decide',
    'I sent the deposit before seeing it and regret it',
    'Please let me know before you send the deposit',
    'The deposit is refundable if you change your mind before visiting',
    'The fee for the gym is paid before your first visit',
    'I can show you around campus after you get paid',
    'Return the keys by mail if you leave early',
    'You can return the key by post at the end',
    "Exchange student from abroad? You're welcome here",
    'This room is perfect if you are abroad until September',
    'We are looking for someone who is not abroad',
    'Currently abroad? No problem, video tours possible',
    'If you are currently out of the country we can do a video call',
    "I'm studying in another city",
    'I am from another country too so I know how hard it is',
    'Selling my study abroad suitcase, I am done with travelling',
    'Hold the door before the tour, it is heavy',
  ])('%s', (text) => {
    expect(rulesOf(text)).toEqual([])
    expect(messageWordSignals(text)).toEqual([])
  })

  it('the sample listings and conversations', () => {
    const texts = [
      ...demoListings(new Date('2026-11-15T12:00:00Z')).map(({ body }) =>
        Object.values(body).join('\n'),
      ),
      ...demoConversations.flatMap(({ messages }) => messages.map(({ body }) => body)),
    ]
    expect(texts.length).toBeGreaterThan(80)
    expect(texts.filter((text) => wordSignals(text).length > 0)).toEqual([])
  })
})

describe('a word signal', () => {
  it('is one of each sentence, by rule, with what was written and the source', () => {
    const text =
      'Great room!\n\nI am abroad. Pay by wire transfer. I will mail you the keys.\nPay in crypto.'
    const [, second] = wordSignals(text)
    expect(second?.facts).toContainEqual({ label: 'Written', value: 'Pay in crypto.' })
    expect(wordSignals(text)).toEqual([
      {
        kind: 'words',
        rule: 'payment',
        id: expect.stringMatching(/^words payment [0-9a-f]{12}$/),
        sentence:
          "Asks for payment by wire transfer, crypto or gift card, which can't be taken back.",
        advice: 'Pay in person or by Interac e‑transfer, once you have seen it.',
        quote: 'Pay by wire transfer.',
        facts: [
          { label: 'Rule', value: 'payment' },
          { label: 'Written', value: 'Pay by wire transfer.' },
          { label: 'Source', value: 'Canadian Anti-Fraud Centre, on rental and merchandise fraud' },
        ],
      },
      expect.objectContaining({ rule: 'payment', id: expect.stringMatching(/^words payment /) }),
      expect.objectContaining({ rule: 'abroad', id: expect.stringMatching(/^words abroad /) }),
      expect.objectContaining({ rule: 'keys', id: expect.stringMatching(/^words keys /) }),
    ])
  })

  it('advises about a place and its keys only where somebody looks for a home', () => {
    const text = 'I will courier you the keys. Pay a deposit before viewing.'
    for (const find of [wordSignals, messageWordSignals]) {
      const advice = (isHome: boolean) => find(text, { isHome }).map((signal) => signal.advice)
      expect(advice(true).join()).toMatch(/the place.*live video tour/)
      expect(advice(false)).toHaveLength(advice(true).length)
      expect(advice(false).join()).not.toMatch(/place|keys|tour/)
    }
  })

  it('is one of a sentence that is repeated, and one of no more than a few', () => {
    expect(wordSignals('Pay in crypto. Nice desk.\nPay in crypto!')).toHaveLength(1)
    const sentences = [...'abcdefghijklmnopqrstuvwxyz'].map(
      (letter) => `Room ${letter}: pay in crypto.`,
    )
    expect(wordSignals(sentences.join(' '))).toEqual(wordSignals(sentences.slice(0, 20).join(' ')))
    expect(wordSignals(sentences.join(' '))).toHaveLength(20)
  })

  it('has the id of its words, whatever is around them', () => {
    const idOf = (text: string) => wordSignals(text)[0]?.id
    expect(idOf('Nice! pay by  WIRE transfer…')).toBe(idOf('Pay by wire transfer. New desk.'))
    const spoken = idOf('Pay now by wire transfer it is fast')
    expect(idOf('Pay now, by wire-transfer (it is: fast)?')).toBe(spoken)
    expect(idOf('Pay now - by wire transfer, it is fast')).toBe(spoken)
    expect(idOf('Pay by wire transfer now')).not.toBe(idOf('Pay by wire transfer'))
  })

  it('quotes no more than a few lines', () => {
    const [signal] = wordSignals(`Pay by wire transfer ${'😀 now '.repeat(500)}`)
    const quoted = signal?.facts.find(({ label }) => label === 'Written')?.value ?? ''
    expect([...quoted].length).toBe(201)
    expect(signal?.quote).toBe(quoted)
    expect(quoted.isWellFormed()).toBe(true)
  })

  it('of every rule says what to do, and where it is from', () => {
    for (const { sentence, advice, homeAdvice = advice, source } of wordRules) {
      for (const text of [sentence, advice, homeAdvice]) expect(text).toMatch(/^[A-Z].*\.$/)
      expect(source).not.toBe('')
    }
  })
})
