/** Words that negate what follows. */
export const negations = new Set(
  'no not never none nobody nothing neither nor without avoid refuse decline unable zero'.split(
    ' ',
  ),
)

/** After a negation, these words encourage: "do not hesitate to". */
const encouragements = new Set('hesitate worry miss wait only problem rush'.split(' '))

/** Words that begin a new part of a sentence. A negation before them does not reach past them. */
const partStarts = new Set(
  'but so please just because since then while whilst though although until till unless'.split(' '),
)
/** After "as", these words begin a new part: "as currently abroad", but not "no such thing as". */
const afterAs = new Set('currently presently still my our'.split(' '))

/** A subject begins a new part too. "You" does so before these verbs: "No viewings until you pay". */
const verbsOfYou = new Set(
  'are can could get have may might must need only pay receive send should simply transfer will wire would'.split(
    ' ',
  ),
)
/** After these words a subject begins no new part: "I do not think we", "never ask that you", "no reason you". */
const beforeClauses = new Set(
  'that think believe feel guess sure say said mean ask require recommend want expect make let have reason way why'.split(
    ' ',
  ),
)

/** How many words a negation reaches. */
const reach = 9

/** Whether the sentence denies the words from `start` to `end`. */
export const isNegated = (words: readonly string[], start: number, end: number): boolean =>
  isNegatedBefore(words, start) || isNegatedAfter(words, end)

function isNegatedBefore(words: readonly string[], start: number): boolean {
  let isInList = false
  for (let index = start - 1; index >= Math.max(start - reach, 0); index--) {
    const word = words[index] ?? ''
    const following = words[index + 1] ?? ''
    if (isSubject(following, words[index + 2]) && startsPartAfter(word)) return false
    if (negations.has(word)) {
      return !encouragements.has(following) && !(word === 'no' && isOtherWay(words, start))
    }
    // "No pets, smoking or damage deposit" denies everything in the list.
    if (word === 'or') isInList = true
    if (partStarts.has(word) || (word === ',' && !isInList)) return false
    if (word === 'as' && afterAs.has(following)) return false
  }
  return false
}

/** Whether an order follows another way to pay: "No cash pay by…" denies only the cash. */
const isOtherWay = (words: readonly string[], start: number): boolean =>
  orders.has(words[start] ?? '') && otherWays.has(words[start - 1] ?? '')

const orders = new Set('pay send use wire transfer'.split(' '))
const otherWays = new Set(
  'cash cheque cheques check checks card cards credit debit interac etransfer etransfers transfer transfers paypal'.split(
    ' ',
  ),
)

const isSubject = (word: string, following = ''): boolean =>
  word === 'i' || word === 'we' || (word === 'you' && verbsOfYou.has(following))

/** Whether a subject after this word begins a new part. "No I am abroad" is an answer, but "nothing I ask for" denies. */
const startsPartAfter = (word: string): boolean =>
  !beforeClauses.has(word) && (word === 'no' || !negations.has(word))

/** Words between a denied phrase and the negation after it: "wire transfers are never asked for". */
const links = new Set('is are was will be do does payments transfer transfers'.split(' '))

const none = new Set('none never zero $0 waived declined refused'.split(' '))

/** After "not", these words deny the phrase before: "not required" does, "not cash" does not. */
const askedFor = new Set(
  'required needed necessary accepted asked allowed taken possible expected charged collected work'.split(
    ' ',
  ),
)

function isNegatedAfter(words: readonly string[], end: number): boolean {
  let index = words[end] === ',' ? end + 1 : end
  while (index < end + 4 && links.has(words[index] ?? '')) index++
  const word = words[index] ?? ''
  return none.has(word) || (word === 'not' && askedFor.has(words[index + 1] ?? ''))
}

const warnings = new Set(
  'beware wary suspicious scam scams scammer scammers scammed fraud fraudster fraudsters phishing'.split(
    ' ',
  ),
)
const strangers = new Set('someone somebody anyone anybody whoever people they'.split(' '))
const demands = new Set('ask asks asking who want wants tell tells say says'.split(' '))

/**
 * Whether the words from `start` warn about other people: "if someone asks you to…". "This is not a scam" is no
 * warning, and neither is a conclusion: "many scams, so pay by…".
 */
export function isWarning(words: readonly string[], start: number): boolean {
  const conclusion = words.lastIndexOf('so', start)
  return words.some((word, index) => {
    if (index < conclusion) return false
    if (strangers.has(word)) return demands.has(words[index + 1] ?? '')
    if (!warnings.has(word)) return false
    return !words.slice(Math.max(index - 3, 0), index).some((before) => negations.has(before))
  })
}

/** Words that may come before a question: "hi there, so when is…". */
const openings = new Set(
  'hi hey hello there ok okay sorry thanks so and also but or just how what when where which why much'.split(
    ' ',
  ),
)
const askingVerbs = new Set('is are do does did should must am was were has'.split(' '))
/** These verbs ask with "I", but give an order with "you": "can you pay by…?" */
const polite = new Set('can could may shall will would'.split(' '))
const notYou = new Set('i we it the a'.split(' '))
const ready = new Set('able willing ready ok okay fine happy'.split(' '))

/** Whether the words from `start` are in a question that demands nothing: "is it paid by…?", "do I pay by…?" */
export function isAsked(words: readonly string[], start: number): boolean {
  if (words.lastIndexOf('?') < start) return false
  let index = words.lastIndexOf(',', start) + 1
  while (index < start && openings.has(words[index] ?? '')) index++
  const [verb = '', subject = '', next = ''] = words.slice(index, index + 3)
  if (verb === 'use') return !words.includes(',', start)
  if (polite.has(verb)) return notYou.has(subject)
  return askingVerbs.has(verb) && !orders.has(subject) && !(subject === 'you' && ready.has(next))
}
