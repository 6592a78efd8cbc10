import { brand, universities } from '#campus.ts'
import { foldText } from '#categories/text-rules.ts'

export const reservedNameMessage = `This name could be mistaken for ${brand} or its staff. Use your own name.`

/** Each letter with the one that it looks like. Capitals are listed where they look like another letter than the small ones. */
const lookAlikes = new Map(
  pairs(
    // Digits.
    '0o1l3e4a5s6b7t8b9g',
    // Greek.
    'ΝNΡPΗHΜMΥYΧXΒBαaβbγyεeηnιiκkνvοoρpσoτtυuχxωw',
    // Cyrillic.
    'ВBМMНHТTаaвbеeзeиuкkоoпnрpсcтtуyхxцuчyьbѕsіiјjԁdһhԛqԝwүyӏl',
    // Armenian and Cherokee.
    'աwզqհhոnսuօoցgքpᎪAᎠDᎢTᎡRᎷMᏃZᏚSᏞLᏢPᏴB',
    // Small capitals, and Latin letters that do not decompose.
    'ᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɗdđdðdɡgɩiıiłløoʋv',
  ),
)

function* pairs(...alphabets: string[]): Generator<[string, string]> {
  for (const alphabet of alphabets) {
    const letters = [...alphabet]
    for (let index = 0; index + 1 < letters.length; index += 2) {
      yield [letters[index] ?? '', letters[index + 1] ?? '']
    }
  }
}

const replaceLookAlikes = (text: string): string =>
  Array.from(text, (letter) => lookAlikes.get(letter) ?? letter).join('')

/** The letters as a hasty reader sees them, without spaces, marks and whatever is drawn as nothing. */
function toSkeleton(name: string): string {
  // Look-alikes are replaced twice: NFKC keeps capitals, and most of the list is in lower case.
  const letters = replaceLookAlikes(foldText(replaceLookAlikes(name.normalize('NFKC'))))
  return letters
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\P{L}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll('l', 'i')
}

const skeletons = (names: readonly string[]) => new Set(names.map(toSkeleton))

/** Words that are no one's name. */
const siteNames = skeletons([
  brand,
  ...universities.map(({ name }) => name),
  ...'admin admins administrator administrators moderator moderators moderation support'.split(' '),
  ...'helpdesk webmaster noreply'.split(' '),
])

/** Names of universities. They are family names too, so they are only refused where they stand alone. */
const campusNames = skeletons(
  universities.flatMap(({ shortName, emailLabel }) => [shortName, emailLabel]),
)

/** Words that often stand beside these names. */
const commonWords = skeletons(
  'the of and at for by official team staff help desk service services site info account accounts security university college campus student students market marketplace'.split(
    ' ',
  ),
)

/** Whether the name consists of known words only and at least one of them is telling. Spaces do not matter. */
function consistsOf(name: string, tellingWords: ReadonlySet<string>): boolean {
  const text = toSkeleton(name)
  // Maps each position where a word may begin to whether a telling word precedes it.
  const starts = new Map([[0, false]])
  for (let start = 0; start < text.length; start++) {
    const hasTold = starts.get(start)
    if (hasTold === undefined) continue
    for (let end = start + 1; end <= text.length; end++) {
      const word = text.slice(start, end)
      const tells = tellingWords.has(word)
      if (tells || commonWords.has(word) || campusNames.has(word)) {
        starts.set(end, starts.get(end) || hasTold || tells)
      }
    }
  }
  return starts.get(text.length) === true
}

const tellingFirstNames = new Set([...siteNames, ...campusNames])

/** Whether a first name poses as the site or its staff: visitors see no more than this and an initial. */
export const isReservedFirstName = (name: string): boolean => consistsOf(name, tellingFirstNames)

export const isReservedLastName = (name: string): boolean => consistsOf(name, siteNames)

/** The same for both together, as "Q" and "uad" are read. */
export const isReservedFullName = (firstName: string, lastName: string): boolean =>
  consistsOf(`${firstName} ${lastName}`, tellingFirstNames)
