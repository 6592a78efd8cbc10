import type { CampusSettings } from './campus-settings.ts'

/** The campus of a site that has no settings of its own: the University of Waterloo and Wilfrid Laurier University. */
export const builtInCampus: CampusSettings = {
  brand: 'Quad',
  universities: [
    {
      name: 'University of Waterloo',
      shortName: 'Waterloo',
      emailLabel: 'UWaterloo',
      emailDomains: ['uwaterloo.ca'],
      meetUpSpots: [
        { name: 'SLC Great Hall' },
        { name: 'Dana Porter Library lobby' },
        { name: 'Davis Centre Great Hall' },
      ],
    },
    {
      name: 'Wilfrid Laurier University',
      shortName: 'Laurier',
      emailLabel: 'Laurier',
      emailDomains: ['mylaurier.ca', 'wlu.ca'],
      meetUpSpots: [
        { name: 'Laurier Concourse' },
        { name: 'Fred Nichols Campus Centre' },
        { name: 'Laurier Library lobby' },
      ],
    },
  ],
  closedDomains: [],
  places: [
    { id: 'waterloo', name: 'Waterloo', latitude: 43.4723, longitude: -80.5449 },
    { id: 'laurier', name: 'Laurier', latitude: 43.4738, longitude: -80.5275 },
  ],
  terms: [
    { id: 'winter', name: 'Winter', firstDay: '01-01', lastDay: '04-30' },
    { id: 'spring', name: 'Spring', firstDay: '05-01', lastDay: '08-31' },
    { id: 'fall', name: 'Fall', firstDay: '09-01', lastDay: '12-31' },
  ],
  contactEmail: 'hello@quad.example',
  postalAddress: null,
  founderQuote:
    'We were tired of scrolling through chaotic groups to find a room or a used textbook, so we built the marketplace we wished our campus had.',
  founders: [
    {
      name: 'Engineering lead',
      studyField: 'Computer Science',
      bio: 'Keeps the listings fast and the forms short.',
    },
    {
      name: 'Community lead',
      studyField: 'Business Administration',
      bio: 'Talks to students about what they buy, sell and rent.',
    },
    {
      name: 'Design lead',
      studyField: 'Systems Design Engineering',
      bio: 'Draws the screens and worries about every word on them.',
    },
  ],
  timeZone: 'America/Toronto',
  currency: { code: 'CAD', symbol: '$' },
  region: 'CA-ON',
  legalChecks: [],
  accent: null,
  logo: null,
  faculties: [
    'Math',
    'Engineering',
    'Science',
    'Social Science',
    'Health Science',
    'Humanities',
    'Business',
    'Arts & Science',
  ],
  itemKinds: [
    ...['Bikes', 'Furniture', 'Electronics', 'Kitchen', 'Tickets', 'Events'],
    ...['Clothing', 'Music', 'Other'],
  ],
  synonyms: ['Waterloo, UW, UWaterloo', 'Laurier, WLU'],
}

/** What earlier versions called these founders, in the same order. Sites that saved any setting still have these names. */
const formerFounders = [
  ['Founder One', 'Founder Two', 'Founder Three'],
  ['Listings and forms', 'Students and partners', 'Design and words'],
]

/** Returns the role of an invented founder, or undefined for the name of a person. */
export function inventedFounderRole(name: string): string | undefined {
  const roles = builtInCampus.founders.map((founder) => founder.name)
  return [roles, ...formerFounders].map((names) => roles[names.indexOf(name)]).find(Boolean)
}
