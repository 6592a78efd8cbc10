import type { Source, SubletTexts } from '../phrase-rules.ts'

const residentialTenancies = (sections: string): Source => ({
  name: `Residential Tenancies Act, 2006, ${sections}`,
  url: 'https://www.ontario.ca/laws/statute/06r17',
})

/** Community Legal Education Ontario explains here how long a sublet may be and what it may cost. */
const stepsToJustice: Source = {
  name: 'Steps to Justice: Sublet to a new tenant',
  url: 'https://stepstojustice.ca/steps/housing-law/sublet-new-tenant/',
}

export const sublets: SubletTexts = {
  version: 1,
  items: [
    {
      id: 'consent',
      title: 'The landlord agrees in writing',
      text: "A tenant may sublet only with the landlord's consent. The landlord may not withhold it arbitrarily or unreasonably, and may charge only reasonable out-of-pocket expenses for it.",
      source: residentialTenancies('s. 97'),
    },
    {
      id: 'lease',
      title: "The subtenant has seen the tenant's own lease",
      text: "The lease shows who rents the place, for how much and until when. A sublet has to end before the tenant's own lease or rental period does, and may not cost more than the tenant pays.",
      source: stepsToJustice,
    },
    {
      id: 'viewing',
      title: 'The subtenant has seen the place',
      text: 'Visit it together, or do a live video tour. No money changes hands before that.',
    },
    {
      id: 'photos',
      title: 'Both have photos of its condition',
      text: 'Take them on the day the subtenant moves in, and again when they leave. The tenant stays responsible to the landlord during the sublet.',
      source: residentialTenancies('s. 97 (4)'),
    },
    {
      id: 'deposit',
      title: 'The deposit follows the rules',
      text: "The only security deposit that a landlord may collect is a rent deposit. It is at most one month's rent, and pays for the last month. It can't be used for damage.",
      source: residentialTenancies('s. 105 and 106'),
    },
  ],
  letter: ({ today, tenant, landlord, subtenant, address, from, to, rent }) => `${today}

To: ${landlord}

Request for your consent to a sublet

Dear ${landlord},

I rent the place below from you. I would like to sublet it while I am away, and to move back in afterwards. I am writing to ask for your consent.

Place: ${address}
From: ${from}
Until: ${to}
Rent: ${rent}
Subtenant: ${subtenant}

Section 97 of the Residential Tenancies Act, 2006 lets a tenant sublet with the landlord's consent. It says that the landlord may not withhold consent arbitrarily or unreasonably, and may charge only reasonable out-of-pocket expenses for giving it. I remain responsible to you under our tenancy agreement during the sublet.

Please answer in writing. If you do not agree, please tell me why.

Sincerely,

${tenant}
`,
}
