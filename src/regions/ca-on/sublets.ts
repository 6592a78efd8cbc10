import type { Source, SubletTexts } from '../phrase-rules.ts'

const residentialTenancies = (sections: string): Source => ({
  name: `Residential Tenancies Act, 2006, ${sections}`,
  url: 'https://www.ontario.ca/laws/statute/06r17',
})

export const sublets: SubletTexts = {
  version: 2,
  items: [
    {
      id: 'consent',
      title: 'The landlord agrees in writing',
      text: "A tenant may sublet only with the landlord's consent. The landlord may not withhold it arbitrarily or unreasonably, and may charge only reasonable out-of-pocket expenses for it. Other rules may apply in student residences and social housing.",
      source: residentialTenancies('s. 97'),
    },
    {
      id: 'lease',
      title: "The subtenant has seen the tenant's own lease",
      text: 'The lease shows who rents the place, for how much and until when. In a sublet, the tenant moves out, and may move back in before their own lease or rental period ends. The rent may not be more than the landlord lawfully charges for the place.',
      source: residentialTenancies('s. 2 (2) and 134 (3)'),
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
      text: "The only security deposit that a landlord may collect is a rent deposit. It is at most the rent of one month, or of one rent period if that is shorter. It pays for the last rent period, and can't be used for damage. It has to be repaid if the place is not handed over.",
      source: residentialTenancies('s. 105 to 107'),
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
