import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { demoListings } from '#demo/listings.ts'
import { nudgeRules } from '#regions/ca-on/nudges.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { findNudges } from './nudges.ts'

stayOnBuiltInCampus()

const idsOf = (text: string) => findNudges(text).map(({ id }) => id)

describe('deposits that Ontario does not allow are pointed out in', () => {
  it.each([
    'Damage deposit of $300, refundable',
    '$500 security deposit',
    'A security deposit is required',
    'Damage/security deposit: $400',
    'Refundable damage deposit.',
    'first, last and security',
    'First month, last month and a damage deposit',
    'Cleaning deposit $100',
    'Pets welcome with a pet deposit',
    'pet and cleaning deposits apply',
    'DAMAGE DEPOSIT REQUIRED',
    'dámage deposit',
    'no pets, no smoking, $500 damage deposit',
    'Deposit for damages is $200',
    'We ask for a deposit to cover any damage',
    'deposit against breakage',
    'damage deposit required, not negotiable',
    'Key deposit and security deposit',
    'You pay a $250 deposit for cleaning when you move in',
    'security-deposit 300',
    'The landlord takes a damage\nor security deposit',
    'Utilities deposit of $150',
    'Furniture deposit: one month',
    'half a month security deposit, returned at the end',
    'There is also a small damage and cleaning deposit',
    'security deposit required plus first and last',
    '$200 refundable cleaning deposit',
    '1st, last & security please',
    'No pets unless you pay a damage deposit',
    'I can not hold it without first and last I ask for a damage deposit',
  ])('%s', (text) => {
    expect(idsOf(text)).toEqual(['deposits'])
  })
})

describe('nothing is said of deposits in', () => {
  it.each([
    'No damage deposit.',
    'no security deposit needed',
    'No damage or security deposit',
    'No pets, smoking or damage deposit',
    'Security deposit: none',
    'damage deposit not required',
    'A security deposit is not needed',
    'Damage deposit: $0',
    'without a security deposit',
    "We don't take a damage deposit",
    'We do not think you need a damage deposit',
    'We never ask that you pay a security deposit',
    'There is no damage deposit you have to pay',
    'Rent deposit of one month',
    "Last month's rent as a deposit",
    'last month deposit',
    'Key deposit $50',
    'Refundable key and fob deposit',
    'First and last month of rent required.',
    'Deposit of one month, used for your last month',
    'Direct deposit or e-transfer works for rent',
    'Deposit due when you sign',
    '24 hour security, deposit of one month',
    'Building has security, key deposit $40',
    'Security desk in the lobby, deposit paid by e-transfer',
    'Pets are fine. Deposit is one month.',
    'Cleaning lady comes once a month',
    'Water damage was repaired in 2024',
    'Security camera at the door',
    'Bottle deposit return next door',
    'TD deposit machine around the corner',
    'I already paid the deposit for last month, you just take over',
    'Pet friendly',
    'Damage to the desk is shown in photo 3',
    'No last month deposit',
    'Pet deposit: none',
    'pets ok, no deposit',
    'The security system needs a deposit of nothing',
    'home security, deposit one month',
    'Cleaning supplies included',
    'Utilities and deposit: first and last month',
    'Utilities and key deposit',
    'First, last and security of a nice house',
  ])('%s', (text) => {
    expect(idsOf(text)).toEqual([])
  })
})

describe('wording that may leave people out is pointed out in', () => {
  it.each([
    ['family status', 'No children please'],
    ['family status', 'no kids'],
    ['family status', 'No pets or children'],
    ['family status', 'Adults only building'],
    ['family status', 'Not suitable for small children'],
    ['family status', 'no pets, no kids, no smoking'],
    ['family status', 'Adult only, quiet building'],
    ['marital status', 'Married couples only'],
    ['marital status', 'Single tenant only'],
    ['origin', 'Canadians only'],
    ['origin', 'No Indians'],
    ['origin', 'no international students'],
    ['origin', 'Indian students preferred'],
    ['origin', 'Looking for a Chinese roommate'],
    ['origin', 'Only for Canadian citizens'],
    ['origin', 'NO FOREIGNERS'],
    ['origin', 'Punjabi only'],
    ['origin', 'prefer Korean students'],
    ['origin', 'White people only'],
    ['origin', 'Canadian citizens only, sorry'],
    ['religion', 'Christian household preferred'],
    ['religion', 'Muslims only'],
    ['religion', 'Looking for a Hindu roommate'],
    ['religion', 'no muslims'],
    ['religion', 'Catholic students preferred'],
    ['sex', 'Females only'],
    ['sex', 'Female only house'],
    ['sex', 'girls only please'],
    ['sex', 'Looking for a female roommate'],
    ['sex', 'female preferred'],
    ['sex', 'Guys only'],
    ['sex', 'No guys'],
    ['sex', 'Male student preferred'],
    ['sex', 'Only girls'],
    ['sex', 'perfect for a female student'],
    ['sex', 'we prefer a clean female housemate'],
    ['sex', 'ladies only, shared bathroom'],
    ['age', 'Mature adults only'],
    ['age', 'mature students preferred'],
    ['age', 'Looking for a mature tenant'],
    ['age', 'Ages 20 to 25 only'],
    ['age', 'students under 25 preferred'],
    ['age', 'No seniors'],
    ['disability', 'no wheelchairs'],
    ['disability', 'No service dogs'],
    ['disability', 'able-bodied tenants only'],
    ['disability', 'not suitable for people with disabilities'],
    ['income', 'Working professionals only'],
    ['income', 'No ODSP'],
    ['income', 'Must be employed'],
    ['income', 'must provide proof of employment'],
    ['income', 'no one on social assistance'],
    ['sex', 'Looking for 1 female to share a 3 bedroom'],
    ['sex', 'prefer females'],
    ['sex', 'Female roommate wanted'],
    ['sex', 'room for rent - girls only'],
    ['sex', 'only looking for guys'],
    ['sex', 'this is a females only unit'],
    ['sex', 'looking for vegetarian indian girl'],
    ['sex', 'We would prefer a girl'],
    ['sex', 'Preferably female'],
    ['sex', 'males only please'],
    ['origin', 'no international students please'],
    ['age', 'Must be under 25 years old'],
    ['family status', 'strictly no kids'],
    ['family status', 'Not ideal for kids'],
    ['family status', 'adults preferred'],
    ['religion', 'Muslim sisters only'],
    ['income', 'must have full time job'],
    ['income', 'prefer working professionals or mature students'],
    ['sexual orientation', 'straight guys only'],
    ['sexual orientation', 'no gays'],
  ])('%s: %s', (ground, text) => {
    const [nudge] = findNudges(text)
    expect(nudge?.id).toBe('exclusion')
    expect(nudge?.sentence).toMatch(new RegExp(` by .*\\b${ground}\\b.* in most homes`))
  })

  it('by several grounds at once, as one', () => {
    const [nudge, ...others] = findNudges(
      'No children! FEMALE only… Damage deposit, Security deposit.\nno children',
    ).toReversed()
    expect(nudge?.sentence).toBe(
      "“No children”, “FEMALE only”: ads may not leave people out by family status or sex in most homes. Some shared homes are exempt (those that share a kitchen or bathroom with the owner or the owner's family).",
    )
    expect(others.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^“Damage deposit”: where the Act applies, /),
    ])
    const [many] = findNudges(
      'Mature working professionals only, no kids. No Indians. Muslims only',
    )
    expect(many?.sentence).toContain(' by age, income, family status, origin or religion in ')
    expect(many?.sentence.match(/“/g)).toHaveLength(3)
  })

  it('quoted as it was written, and no more than a few words', () => {
    const quoted = (text: string) => findNudges(text)[0]?.sentence.match(/“([^”]*)”/)?.[1]
    expect(quoted('½ ﬁne, ﷺ 😀 it’s Ｎｏ\u200b Kíds!')).toBe('Ｎｏ\u200b Kíds')
    expect(quoted("We don't mind: no\u0301 kids")).toBe('no\u0301 kids')
    expect(quoted(`no ${' '.repeat(80)}kids`)).toHaveLength(3)
  })
})

describe('nothing is said of people in', () => {
  it.each([
    'No smoking',
    'No pets',
    'no smoking, no pets, no parties',
    'No shoes inside please',
    'Quiet house',
    'Students only',
    'Students preferred',
    'Grad students preferred',
    'Looking for a quiet student',
    'Looking for someone tidy and respectful.',
    'Looking for one roommate for the winter term',
    'Housemates are quiet engineering students.',
    'You would live with three girls in 2B',
    'My roommates are two guys in CS',
    'All genders welcome',
    'Females and males welcome',
    'Girls or guys, we do not mind',
    'Two male roommates, friendly',
    'There are no kids in the building, so it is quiet',
    'No kids live upstairs',
    'Family friendly street',
    'Great for families',
    'Children are welcome',
    'Kids playground across the street',
    'Close to the Indian grocery store',
    'Chinese food only five minutes away',
    'Canadian Tire is around the corner',
    'Near the Catholic church and the mosque',
    'Across from the Muslim Student Association',
    'International students welcome',
    'Perfect for international students',
    'Open to domestic and international students',
    'White furniture, black desk',
    'White walls only, please no paint',
    'No black mould, just repainted',
    'Brown leather couch',
    'Mature trees in the garden',
    'Young professionals live downstairs',
    'Upstairs is a working professional',
    'Age of the building: 5 years',
    'Under $800 preferred',
    'Over 50 photos only on request',
    'Not wheelchair accessible, there are stairs',
    'No wheelchair ramp',
    'Wheelchair accessible, elevator',
    'No elevator',
    'Women only gym in the building',
    'Bathroom shared with one other girl',
    'Only one other guy on the floor',
    'Go straight down King Street',
    'English tutor lives next door',
    'One person per room only',
    'No couples, the room is small',
    'Single bed only',
    'Single room, desk included',
    'Proof of enrolment is required',
    'Employed by the university? Parking is cheaper',
    'No overnight guests on weekdays',
    'Please no late parties',
    'Clean people only please',
    'Respectful people preferred',
    'This is not an adults only building',
    'no age limit, everyone is welcome',
    'Vegetarian household',
    'Must be okay with cats',
    'Girls please message me with questions too',
    'Direct Trans Canada Trail access',
    'The house has a Christmas tree',
    'Student from any country welcome',
    'No need to be Canadian',
    'American style fridge only in unit B',
    'my roommate prefers quiet people',
    'Female and male washrooms on each floor',
    'male to female adapter included',
    'The last tenant was a girl in nursing',
    "I'm a guy in engineering looking for a roommate",
    '3 girls and 1 guy currently live here',
    "Looking for one more person, we're 3 girls",
    "looking for someone to take over my lease, I'm a girl",
    'boys and girls bathrooms are separate',
    'mature, quiet building',
    'Young and fun neighbourhood',
    'only students from Waterloo and Laurier',
    'only students live here',
    'Chinese restaurant, Indian grocery and Korean BBQ nearby',
    'Muslim prayer room on campus is 5 min away',
    'Ideal for students',
    'Perfect for a co-op student',
    'suits one person',
    'suitable for 2 people',
    'No more than 4 people',
    'no parties, no drama',
    'kids next door are quiet',
    "children's park behind the house",
    'family of four upstairs',
    "the landlord's family lives upstairs",
    'professional landlord, responds fast',
    'Professional photos only on request',
    'professionally cleaned',
    'Must have a car or use the bus',
    'must be clean and employed roommates pay on time',
    'There is no age limit',
    'Under 30 minutes only by bus',
    'Over 18? You can use the gym',
    'You must be 18 or older',
    'Must be at least 18 years old',
    'Must be 18 years of age',
    'no minors',
    'Straight walk to campus',
    'people only pay for hydro',
    'White noise machine only used once',
    'American Eagle is close',
    'must provide proof of enrolment',
    'guarantor or proof of income needed',
    'Viewings between 5 and 7 only',
    'Only two guys live here',
    'It is only girls upstairs',
    'Desk comes in black only, shelf in white only',
    'Suitable for men and women',
    'Guys please bring your own lock',
    'Looking for international students who want to stay two terms',
    'Twin bed, single only',
    'Senior citizens live next door',
    'Professional cleaning only once a term',
    'no boys drama',
    'No girls drama please',
    'Must have a job offer letter or student ID',
    'Must be employed or a student',
    'Suitable for a single person only because the room is small',
  ])('%s', (text) => {
    expect(idsOf(text)).toEqual([])
  })

  it('the sample rentals', () => {
    const texts = demoListings(new Date('2026-11-15T12:00:00Z'))
      .filter(({ category }) => 'nudgedFields' in categoryById[category])
      .map(({ body }) => Object.values(body).join('\n'))
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.filter((text) => findNudges(text).length > 0)).toEqual([])
  })
})

describe('a nudge', () => {
  it('is a sentence with its source', () => {
    expect(findNudges('Damage deposit $200')).toEqual([
      {
        id: 'deposits',
        sentence:
          "“Damage deposit”: where the Act applies, landlords may take a rent deposit of up to one month's rent and a refundable key deposit, no other.",
        source: {
          name: 'Residential Tenancies Act, 2006',
          url: 'https://www.ontario.ca/laws/statute/06r17',
        },
      },
    ])
    expect(findNudges('no kids')[0]?.source.name).toBe('Human Rights Code')
  })

  it('has an id of its own', () => {
    expect(new Set(nudgeRules.map(({ id }) => id)).size).toBe(nudgeRules.length)
  })
})
