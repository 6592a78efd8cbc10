import { campus, perCampus } from '#campus/campus.ts'
import { foldText } from '#categories/text-rules.ts'

export const reservedNameMessage = () =>
  `This name could be mistaken for ${campus.brand} or its staff. Use your own name.`

/**
 * Maps each letter to the one it looks like. A capital is listed if it looks like another letter than its small form
 * does.
 */
const lookAlikes = new Map(
  pairs(
    // Digits
    '0o1l3e4a5s6b7t8b9g',
    // Greek
    'ΝNΡPΗHΜMΥYΧXΒBαaβbγyεeηnιiκkνvοoρpσoτtυuχxωw',
    // Cyrillic
    'ВBМMНHТTаaвbеeзeиuкkоoпnрpсcтtуyхxцuчyьbѕsіiјjԁdһhԛqԝwүyӏl',
    // Armenian and Cherokee
    'ՏSՍUԼLաwգqզqհhոnսuօoցgքpᎪAᎠDᎢTᎡRᎷMᏃZᏚSᏞLᏢPᏴB',
    // Lisu
    'ꓐBꓑPꓓDꓔTꓖGꓗKꓙJꓚCꓜZꓝFꓟMꓠNꓡLꓢSꓣRꓦVꓧHꓪWꓫXꓬYꓮAꓰEꓲIꓳOꓴU',
    // Canadian syllabics
    'ᗅAᗩAᗷBᑲbᑕCᑢCᗞDᗪDᑯdᕮEᗴEᖴFᘜGᕼHᒍJᒪLᗰMᑎNᗝOᑭPᑫqᖇRᔕSᑌUᐯVᗯWᖻYᘔZ',
    // Small capitals, and Latin letters that do not decompose
    'ᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɗdđdðdɡgɩiıiłløoǪQǫqɋqʠqʋv',
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

/** Returns the letters as a hasty reader sees them, without spaces, marks and invisible characters. */
function toSkeleton(name: string): string {
  // Look-alikes are replaced twice, because NFKC keeps capitals and most of the list is in lower case.
  const letters = replaceLookAlikes(foldText(replaceLookAlikes(name.normalize('NFKC'))))
  return letters
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\P{L}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll('l', 'i')
}

const skeletons = (names: readonly string[]) => new Set(names.map(toSkeleton))

/** Words that are nobody's name. */
const siteNames = perCampus(({ brand, universities }) =>
  skeletons([
    brand,
    ...universities.map(({ name }) => name),
    ...'admin admins administrator administrators moderator moderators moderation'.split(' '),
    ...'support helpdesk webmaster noreply'.split(' '),
  ]),
)

/** Names of universities. They are family names too, so they are refused only if they stand alone. */
const campusNames = perCampus(({ universities }) =>
  skeletons(universities.flatMap(({ shortName, emailLabel }) => [shortName, emailLabel])),
)

/** Words for an office or its staff. Some are names too, so one alone is allowed. */
const roleWords = skeletons(
  'official team staff help desk service services site info account accounts security police safety trust office mod mods deleted university college campus student students market marketplace'.split(
    ' ',
  ),
)

/** Words that may stand beside the others, and do not make a name official. */
const fillers = skeletons('the of and at for by it tech hq bot'.split(' '))

/** A name is refused if it has this many points. A reserved word has two points, a role word one. */
const refusedPoints = 2

/** Returns how official a text looks if it has only known words, or 0 if it has others. Spaces do not matter. */
function countPoints(name: string, reservedWords: ReadonlySet<string>): number {
  const text = toSkeleton(name)
  const pointsOf = (word: string): number | undefined => {
    if (reservedWords.has(word)) return refusedPoints
    if (roleWords.has(word)) return 1
    return fillers.has(word) || campusNames().has(word) ? 0 : undefined
  }
  // Maps each position where a word may begin to the most points of the words before it.
  const starts = new Map([[0, 0]])
  for (let start = 0; start < text.length; start++) {
    const before = starts.get(start)
    if (before === undefined) continue
    for (let end = start + 1; end <= text.length; end++) {
      const points = pointsOf(text.slice(start, end))
      if (points === undefined) continue
      starts.set(end, Math.max(starts.get(end) ?? 0, before + points))
    }
  }
  return starts.get(text.length) ?? 0
}

const betweenWords = /[\s\p{P}\p{S}]+/u

/** Whether the whole name looks official, or its separate words do: "Quad Bot X", "Safety Team Bob". */
function looksOfficial(name: string, reservedWords: ReadonlySet<string>): boolean {
  if (countPoints(name, reservedWords) >= refusedPoints) return true
  const words = name.split(betweenWords)
  // A university does not count beside other names, because people have its name as a family name.
  const points = words.reduce((sum, word) => sum + countPoints(word, siteNames()), 0)
  return points >= refusedPoints
}

const reservedFirstNames = perCampus(() => new Set([...siteNames(), ...campusNames()]))

/** Whether a first name pretends to be the site or its staff. Visitors see only the first name and an initial. */
export const isReservedFirstName = (name: string): boolean =>
  looksOfficial(name, reservedFirstNames())

export const isReservedLastName = (name: string): boolean => looksOfficial(name, siteNames())

/** Whether both names together do: "Q" + "uad" reads as "Quad". */
export const isReservedFullName = (firstName: string, lastName: string): boolean =>
  looksOfficial(`${firstName} ${lastName}`, reservedFirstNames())
