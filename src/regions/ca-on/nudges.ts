import type { Gap, LawSentence, NudgeRule, Source } from '../phrase-rules.ts'

/**
 * Deposits are in sections 105 to 107; key deposits are in O. Reg. 516/06, s. 17. Section 5 names the homes to which the Act
 * does not apply, such as those where the tenant shares a kitchen or bathroom with the owner.
 */
const residentialTenancies: Source = {
  name: 'Residential Tenancies Act, 2006',
  url: 'https://www.ontario.ca/laws/statute/06r17',
}

/**
 * Section 2 lists the grounds, section 13 covers ads, section 21 shared homes. The phrases are like those that the
 * Ontario Human Rights Commission (ohrc.on.ca) names in rental ads. Being a student is not a ground, so "students only"
 * is allowed. By section 10, age means 18 or more, so "18 or older" is allowed too.
 */
const humanRightsCode: Source = {
  name: 'Human Rights Code',
  url: 'https://www.ontario.ca/laws/statute/90h19',
}

/** Sections 21(1) and 21(2) of the Code, for the form that asks who lives in a home. */
export const sharedHome: LawSentence = {
  sentence:
    "The right to equal treatment in housing does not apply where tenants have to share a bathroom or kitchen with the owner or the owner's family, who live in the same home (section 21(1)). A building may be limited to one sex if every home in it is, apart from the owner's (section 21(2)).",
  source: { ...humanRightsCode, name: 'Human Rights Code, R.S.O. 1990, c. H.19' },
}

const people =
  'people|person|student|students|tenant|tenants|roommate|roommates|housemate|housemates|renter|renters|individual|individuals|guy|guys|girl|girls|male|males|female|females|boy|boys|man|men|woman|women|lady|ladies|sisters|brothers|applicants|household|family|families|couple|couples|professional|professionals'
const home = `${people}|home|house|unit|suite|apartment|place|building|basement`
const adjectives =
  'and|or|speaking|international|grad|graduate|single|young|quiet|clean|working|adult|adults'
const wanted = 'only|preferred|prefered|wanted'
const seeking =
  'prefer|preferring|preferably|preference for|looking for|seeking|want|searching for|rent to|renting to|suits|suitable for|perfect for|ideal for|only|only for|open to'
const someone: Gap = {
  upTo: 3,
  of: 'a|an|another|one|two|the|some|other|#|clean|quiet|young|single|working|nice|respectful|tidy|responsible|fellow|vegetarian|vegan',
}
const nationality =
  'canadian|indian|chinese|asian|african|arab|arabic|pakistani|korean|japanese|iranian|persian|nigerian|european|american|russian|ukrainian|filipino|vietnamese|mexican|latino|caribbean|jamaican|punjabi|gujarati|tamil|desi'
const colour = 'brown|black|white|caucasian|foreign|immigrant|domestic'
const nationals =
  'canadians|indians|asians|africans|arabs|pakistanis|koreans|iranians|persians|nigerians|europeans|americans|russians|latinos|punjabis|gujaratis|desis|citizens|canadian citizens'
const newcomers =
  'international students|international student|internationals|foreign students|foreigners|immigrants|refugees|newcomers|permanent residents'
const religion = 'christian|muslim|jewish|hindu|sikh|catholic|buddhist|jain|protestant'
const believers = 'christians|muslims|jews|hindus|sikhs|catholics|buddhists|jains|atheists'
const sexes =
  'female|females|girl|girls|woman|women|lady|ladies|male|males|guy|guys|boy|boys|man|men'
const children = 'children|kids|child|kid|babies|infants|toddlers|families'

/** Kinds of deposit that "and" may join. "Utilities" is not one of them, so "utilities and deposit" does not match. */
const kinds = 'damage|damages|security|cleaning|pet|breakage|caution'

export const nudgeRules: readonly NudgeRule[] = [
  {
    id: 'deposits',
    causes: [
      {
        ground: 'deposits',
        phrases: [
          [`${kinds}|pets|furniture|utility|utilities`, 'refundable|', 'deposit|deposits'],
          [
            kinds,
            'or|and|',
            `${kinds}|key`,
            { upTo: 2, of: 'or|and|key|refundable|cleaning' },
            'deposit|deposits',
          ],
          [
            'deposit|deposits',
            { upTo: 2, of: 'is|taken|held|required|needed|$|of' },
            'for|against|to cover',
            { upTo: 2, of: 'any|possible|potential|the|accidental' },
            'damage|damages|cleaning|pets|pet|breakage|furniture',
          ],
          ['first|# st', { upTo: 4, of: ',|and|last|months|month|rent' }, 'security'],
        ],
        unless: [
          ['safety|social|home|building|# hour|campus|good|great|#', 'security'],
          ['security', 'of'],
          ['security', 'guard|camera|cameras|desk|system|officer'],
        ],
      },
    ],
    sentence: (quotes) =>
      `${quotes}: where the Act applies, landlords may take a rent deposit of up to one month's rent and a refundable key deposit, no other.`,
    source: residentialTenancies,
  },
  {
    id: 'exclusion',
    causes: [
      {
        ground: 'family status',
        phrases: [
          ['no', { upTo: 3, of: 'pets|or|and|smokers|smoking|animals|small|young|,' }, children],
          ['adult|adults', 'only|oriented|preferred'],
          ['not', 'suitable|ideal|good|appropriate|suited|meant', 'for', 'small|young|', children],
          [
            'childless|child free|childfree',
            'couple|couples|tenants|people|household',
            `${wanted}|`,
          ],
        ],
        unless: [
          ['there are|there is|we have|has|have|with|currently', 'no', children],
          [
            'no',
            children,
            'or|',
            'live|lives|living|in|around|next|upstairs|above|nearby|here|toys|noise|bed|bike',
          ],
        ],
      },
      {
        ground: 'marital status',
        phrases: [['single|married', 'tenant|tenants|couple|couples|people|individuals', wanted]],
        // A limit to one person, because there is no space for two.
        unless: [['a|one', 'single']],
      },
      {
        ground: 'age',
        phrases: [
          [
            'mature|young|younger|older|middle aged',
            { upTo: 4, of: `${people}|${adjectives}` },
            wanted,
          ],
          [
            seeking,
            someone,
            'mature|young|younger|older|middle aged',
            { upTo: 3, of: adjectives },
            people,
          ],
          ['no', 'seniors|elderly|old people|older people|teenagers'],
          [
            'age|ages|aged|students under|students over|people under|people over',
            { upTo: 6, of: '#|to|and|years|old|between|under|over|of' },
            wanted,
          ],
          [
            'must be',
            { upTo: 2, of: 'under|between|at|most' },
            '#',
            { upTo: 2, of: 'to|and|#' },
            'or younger|years old|years of age',
          ],
        ],
        // An adult.
        unless: [['must be', '#', 'years old|years of age']],
      },
      {
        ground: 'sex',
        phrases: [
          [sexes, { upTo: 3, of: `${home}|${adjectives}` }, wanted],
          [seeking, someone, `${religion}|${nationality}|`, sexes],
          [
            'no',
            'guys|boys|males|men|girls|females|women|male tenants|female tenants|male students|female students',
          ],
        ],
        unless: [
          [
            sexes,
            'only|',
            'gym|floor|hours|section|washroom|bathroom|clothes|bike|swim|pool|drama',
          ],
          ['there are|there is|are', 'only|no|', sexes],
          ['only', '#|one|two|three|', 'other', sexes],
          [sexes, 'live|lives|living|share|sharing|here|upstairs|downstairs'],
          [sexes, 'or|and', sexes],
        ],
      },
      {
        ground: 'origin',
        phrases: [
          ['no', `${nationals}|${newcomers}`],
          ['no', `${nationality}|${colour}`, people],
          [`${nationals}|${newcomers}`, 'students|people|', wanted],
          [nationality, { upTo: 3, of: `${people}|${adjectives}` }, wanted],
          [colour, people, wanted],
          [
            seeking,
            someone,
            'female|male|',
            nationality,
            { upTo: 2, of: `female|male|${adjectives}` },
            people,
          ],
          [seeking, someone, nationals],
        ],
        unless: [['senior', 'citizens']],
      },
      {
        ground: 'religion',
        phrases: [
          [religion, { upTo: 3, of: `${home}|${adjectives}` }, wanted],
          [believers, wanted],
          ['no', `${believers}|${religion.replaceAll('|', ' people|')} people`],
          [seeking, someone, 'female|male|', religion, { upTo: 1, of: 'female|male' }, people],
          [seeking, someone, believers],
        ],
      },
      {
        ground: 'disability',
        phrases: [
          [
            'no',
            'wheelchair|wheelchairs|disabled|disabilities|handicapped|people with disabilities|mental illness|mental health issues',
          ],
          [
            'no',
            'service dog|service dogs|service animals|guide dogs|support animals|emotional support animals',
          ],
          ['able bodied', people, `${wanted}|`],
          [
            'not',
            'suitable|ideal|suited|appropriate',
            'for',
            { upTo: 2, of: 'people|persons|tenants|with' },
            'disabilities|a disability|disabled people|the disabled|mental illness',
          ],
        ],
        unless: [['no', 'wheelchair', 'access|accessibility|ramp|lift|elevator|accessible']],
      },
      {
        ground: 'income',
        phrases: [
          [
            'no',
            { upTo: 3, of: 'people|tenants|one|on|with' },
            'odsp|welfare|ontario works|social assistance|public assistance|government assistance',
          ],
          ['professionals|professional', { upTo: 2, of: `${people}|${adjectives}` }, wanted],
          ['prefer|preferring|only', someone, 'professionals'],
          [
            'must',
            'be|have|provide|show',
            { upTo: 4, of: 'a|full|time|steady|stable|proof|of|gainfully' },
            'employed|job|employment|working income',
          ],
          ['employed', people, wanted],
        ],
        unless: [
          ['job', 'offer|letter'],
          [
            'employed|job|employment',
            { upTo: 3 },
            'or',
            { upTo: 3 },
            'student|students|studying|enrolled|school',
          ],
        ],
      },
      {
        ground: 'sexual orientation',
        phrases: [
          ['no', 'gay|gays|lesbian|lesbians|lgbt|lgbtq|queer|homosexuals|transgender|trans people'],
          ['straight|heterosexual', people, wanted],
        ],
      },
    ],
    sentence: (quotes, grounds) =>
      `${quotes}: ads may not leave people out by ${grounds} in most homes. Some shared homes are exempt (those that share a kitchen or bathroom with the owner or the owner's family).`,
    source: humanRightsCode,
  },
]
