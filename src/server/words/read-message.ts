import { domainToUnicode } from 'node:url'
import { type Sentence, splitSentences, toPlain } from '#english/split-sentences.ts'
import type { LinkBrand, MessagePack } from '#regions/phrase-rules.ts'

/** Splits a message into sentences for the rules: addresses become single words, and disguised words plain ones. */
export type ReadMessage = (text: string) => Sentence[]

export function createReader({ brands, spellings }: MessagePack): ReadMessage {
  const readLink = createLinkReader(brands)
  const words = new Map(
    Object.entries(spellings).flatMap(([word, variants]) =>
      variants.split('|').map((variant): [string, string] => [variant, word]),
    ),
  )
  const beginnings = new Set(
    [...words.keys()].flatMap((word) => Array.from(word, (_, index) => word.slice(0, index + 1))),
  )
  return (text) => {
    const dotted = removeInvisible(text).replace(dots, readDot)
    // Most messages have no address, and looking for one takes longest.
    const linked = /\.\S|:\/\//.test(dotted) ? dotted.replace(address, readLink) : dotted
    const plain = linked
      .replace(spelledOut, (letters) => letters.replace(/\P{L}/gu, ''))
      .replace(dotInWord, ' ')
      .replace(wordWithDigits, (word) => readDigits(word, words))
    return splitSentences(plain).map((sentence) => ({
      ...sentence,
      words: joinSplitWords(sentence.words, words, beginnings),
    }))
  }
}

const removeInvisible = (text: string): string =>
  /^[\t-~]*$/.test(text)
    ? text
    : text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[．。｡]/g, '.')

/** Matches a full stop that is written to keep an address from being recognised: "[dot]", " dot com" or ". com". */
const dots =
  / ?[[({] ?(?:dot|\.) ?[\])}] ?| dot (?=(?:com|ca|net|org|info|xyz|top|ly)\b)| \. ?com\b|\. com\b/gi

const readDot = (written: string): string => (/m$/i.test(written) ? '.com' : '.')

/**
 * Matches an address, with or without a scheme. It begins where a word begins and the part before an @ never matches, so
 * the time is linear.
 */
const address =
  /(?<![\p{L}\p{N}@._-])(?:(?:https?|hxxps?):\/\/(?:[^\s/\\?#]*@)?[^\s<>"]+|[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+(?![\p{L}\p{N}@-])(?:[/?#:][^\s<>"]*)?)/giu

/** Matches at least four single letters, as in "c o d e" or "c.o.d.e". */
const spelledOut = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}(?![\p{L}\p{N}'’])){3,}/gu

/** Matches a dot or a similar mark inside a word, as in "whats.app". */
const dotInWord = /(?<=\p{L})[.·•_*~](?=\p{L})/gu

/** Matches a word of letters and digits. It begins where a word begins, so the time is linear. */
const wordWithDigits = /(?<![\p{L}\d@$])(?:\p{L}+[\d@$]|[\d@$]+\p{L})[\p{L}\d@$]*/gu

/** Endings of hosts. Without a scheme, an address with another ending is two sentences without a space. */
const endings = new Set(
  'com ca net org info biz xyz icu vip io ly gl gd cc gg tk ml cf ru cn example test dev'.split(
    ' ',
  ),
)
/** Endings that are also words. The address needs a path or a hyphen too. */
const wordEndings = new Set(
  'me at co top site online shop store app link live click club page web pro win work help support services delivery pay money finance bank cash id us to'.split(
    ' ',
  ),
)
const shorteners = new Set(
  'bit.ly tinyurl.com t.co goo.gl is.gd cutt.ly rb.gy shorturl.at t.ly ow.ly tiny.cc buff.ly rebrand.ly s.id v.gd bl.ink shorturl.com urlz.fr lnkd.in soo.gd clck.ru qrco.de me-qr.com'.split(
    ' ',
  ),
)
const chats = new Set(
  'wa.me api.whatsapp.com whatsapp.com t.me telegram.me telegram.dog signal.me'.split(' '),
)
const maps =
  /^(?:maps\.app\.goo\.gl|goo\.gl\/maps|maps\.google\.(?:com|ca)|maps\.apple\.com)(?![^/?#])/
const moneyParts = new Set(
  'accept claim deposit deposits receive payment payments pay payout funds money transfer transaction secure paid cash release refund'.split(
    ' ',
  ),
)
const transferPath = /interac(?!t)|e-?transfer/
const acceptPath = /\b(?:accept|claim|deposit|receive|collect|refund|pay)\b/

/** The longest host that the domain name system allows. */
const maxHostLength = 253

/** Returns a function that replaces an address by a word for it. */
function createLinkReader(brands: readonly LinkBrand[]): (written: string) => string {
  const lists = brands.map(({ kind, names, unless, hosts, transferHosts }) => ({
    kind,
    names: names.split('|'),
    unless: unless?.split('|') ?? [],
    hosts: hosts.split('|'),
    transferHosts: transferHosts?.split('|') ?? [],
  }))
  return (written) => {
    const { scheme, user, host: writtenHost, path } = splitAddress(written)
    if (writtenHost.length > maxHostLength) return ' link '
    // Names with letters that only look Latin are not the brand's own, whatever they look like.
    const isForeign = !/^[!-~]*$/.test(writtenHost) || /(?:^|\.)xn--/i.test(writtenHost)
    const host = toPlain(domainToUnicode(writtenHost) || writtenHost, 2 * maxHostLength)
    if (!scheme && !isHost(host, path)) return written
    if (maps.test(host + path)) return ' officiallink '
    const isOf = (hosts: readonly string[]) =>
      !isForeign && hosts.some((own) => host === own || host.endsWith(`.${own}`))
    if (lists.some(({ transferHosts }) => isOf(transferHosts))) return ' paymentlink '
    if (lists.some(({ hosts }) => isOf(hosts))) return ' officiallink '
    const parts = partsOf(`${host}.${user}`)
    const brand = lists.find(({ names, unless }) =>
      parts.some(({ rest, first }) =>
        names.some(
          (name) =>
            (name.length > 4 ? rest.startsWith(name) : first === name) &&
            !unless.some((word) => rest.startsWith(word)),
        ),
      ),
    )
    if (brand) return ` ${brand.kind}link `
    if (new Set(parts.map(({ part }) => part).filter((part) => moneyParts.has(part))).size > 1) {
      return ' paymentlink '
    }
    const plainPath = path.toLowerCase()
    if (transferPath.test(plainPath) && acceptPath.test(plainPath)) return ' paymentlink '
    if (chats.has(host.replace(/^www\./, ''))) return ' chatlink '
    const isNumber = /^[\d.]+$/.test(host.replace(/:\d+$/, ''))
    return shorteners.has(host.replace(/^www\./, '')) || isForeign || isNumber
      ? ' shortlink '
      : ' link '
  }
}

/** Splits an address as browsers do: the part before the last @ is a user name, and a slash ends the host. */
function splitAddress(written: string) {
  const [, scheme = '', authority = '', path = ''] =
    /^([a-z]+:\/\/)?([^/\\?#]*)(.*)$/is.exec(written) ?? []
  const hostAt = authority.lastIndexOf('@') + 1
  const host = authority
    .slice(hostAt)
    .replace(/:\d*$/, '')
    .replace(/[^\p{L}\p{N}]+$/u, '')
  return { scheme, user: authority.slice(0, hostAt), host, path }
}

function isHost(host: string, path: string): boolean {
  if (host.startsWith('www.')) return true
  const ending = host.slice(host.lastIndexOf('.') + 1)
  return endings.has(ending) || (wordEndings.has(ending) && (path.length > 1 || host.includes('-')))
}

interface HostPart {
  part: string
  /** The part and all after it in its label, without hyphens. */
  rest: string
  /** The part, if it is the first of its label. */
  first: string | undefined
}

/** Splits a host at its dots and hyphens. Digits are read as the letters that they stand for. */
function partsOf(host: string): HostPart[] {
  return host
    .slice(0, 2 * maxHostLength)
    .toLowerCase()
    .split(/[.@:]/)
    .flatMap((label) => {
      const parts = label.split(/[-_]/).map((part) => fromDigits(part, 'i'))
      return parts.map((part, index) => ({
        part,
        rest: parts
          .slice(index)
          .join('')
          .replace(/^(?:my|get|the|secure|online)(?=\w{5})/, ''),
        first: index === 0 ? part : undefined,
      }))
    })
}

const letterOf: Record<string, string> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

const fromDigits = (word: string, one: 'i' | 'l'): string =>
  word.replace(/[\d@$]/g, (mark) => (mark === '1' ? one : (letterOf[mark] ?? mark)))

/** Reads "c0de" as "code". Other words with digits, such as names of courses, stay as they are. */
function readDigits(word: string, words: ReadonlyMap<string, string>): string {
  const lower = word.toLowerCase()
  return [fromDigits(lower, 'i'), fromDigits(lower, 'l')].find((each) => words.has(each)) ?? word
}

/** The shortest word that is joined from parts. */
const minJoined = 6

/** Joins "whats app" and "e trans fer" into one word, and replaces other spellings by the usual one. */
function joinSplitWords(
  split: readonly string[],
  words: ReadonlyMap<string, string>,
  beginnings: ReadonlySet<string>,
): string[] {
  const result: string[] = []
  let index = 0
  while (index < split.length) {
    let joined = ''
    let found: { word: string; end: number } | undefined
    for (let end = index; end < split.length; end++) {
      joined += split[end]
      if (!beginnings.has(joined)) break
      const word = words.get(joined)
      if (word && (end === index || joined.length >= minJoined)) found = { word, end: end + 1 }
    }
    result.push(found?.word ?? split[index] ?? '')
    index = found?.end ?? index + 1
  }
  return result
}
