import { onlyFlags, type RentalSample } from './rental-sample.ts'

export const sublets: RentalSample[] = [
  {
    seller: 'ada',
    daysAgo: 0.12,
    period: { term: 0, terms: 1 },
    photos: [
      'sunny-room-hickory-1.svg',
      'sunny-room-hickory-2.svg',
      'sunny-room-hickory-3.svg',
      'sunny-room-hickory-4.svg',
    ],
    body: {
      title: 'Sunny room five minutes from campus, {term} sublet',
      house_type: 'House',
      address: '12 Hickory St',
      landlord_consent: 'Yes',
      cost: 850,
      num_beds: 3,
      ...onlyFlags(
        'is_cost_per_room',
        'is_utilities_included',
        'is_sublet',
        'is_shared',
        'has_laundry',
        'has_cooking',
        'no_smoking',
      ),
      amenities: ['Furnished', 'Wi-Fi included'],
      description: `Going on co-op, so my room is free for the whole {term} term (4 months).

- South-facing window, gets sun until about 4
- Double bed, desk, dresser and shelf all stay
- Three housemates, all in third year, quiet on weeknights, we do a shared dinner on Sundays if you want in

Laundry in the basement, no coins. Heat, electricity, water and internet are in the price.`,
    },
  },
  {
    seller: 'noah',
    daysAgo: 1.2,
    marked: { as: 'pending', daysAgo: 0.5 },
    period: { term: 0, terms: 2 },
    photos: ['new-building-lester-1.svg', 'new-building-lester-2.svg', 'new-building-lester-3.svg'],
    body: {
      title: 'Furnished room in new building on Maple, own bathroom',
      house_type: 'Apartment',
      address: '253 Maple St',
      landlord_consent: 'Asked',
      cost: 995,
      num_beds: 4,
      ...onlyFlags(
        'is_cost_per_room',
        'is_sublet',
        'is_shared',
        'has_laundry',
        'has_cooking',
        'no_smoking',
      ),
      amenities: ['Furnished', 'Gym', 'Air conditioning', 'Dishwasher'],
      description:
        'One room of a five-bedroom suite, ensuite bathroom, gym and study rooms downstairs. Hydro is around $30 a month each. Open to any gender, roommates are two guys and two girls. Parcel lockers in the lobby.',
    },
  },
  {
    seller: 'mei',
    daysAgo: 3.1,
    period: { term: 1, terms: 1 },
    photos: ['plaza-sublet-1.svg', 'plaza-sublet-2.svg'],
    body: {
      title: '{Term} sublet near the plaza',
      house_type: 'Bedroom',
      address: '165 Elm St',
      landlord_consent: 'Yes',
      cost: 700,
      num_beds: 4,
      ...onlyFlags(
        'is_cost_per_room',
        'is_utilities_included',
        'is_sublet',
        'is_shared',
        'has_laundry',
        'has_cooking',
      ),
      amenities: ['Furnished'],
      description: 'Price is negotiable. Bubble tea downstairs is a risk to your budget.',
    },
  },
  {
    seller: 'sofia',
    daysAgo: 5.4,
    period: { inDays: 18, days: 120 },
    photos: ['green-house-spruce-1.svg', 'green-house-spruce-2.svg', 'green-house-spruce-3.svg'],
    body: {
      title: 'Looking for one more: cozy green house on Spruce',
      house_type: 'House',
      address: '44 Spruce St',
      landlord_consent: 'Yes',
      cost: 725,
      num_beds: 4,
      ...onlyFlags(
        'is_cost_per_room',
        'is_sublet',
        'is_shared',
        'has_laundry',
        'has_cooking',
        'has_parking',
        'no_smoking',
      ),
      amenities: ['Pet friendly', 'Bike storage', 'Furnished'],
      description: `Our fifth housemate is on exchange so we need someone for four months, with an option to stay.

We are four girls (music, psych, two in business) plus Biscuit, a very old cat. House rules are simple: dishes the same day, shoes off, tell us before you have people over late.

Back door to campus is an 8 minute walk. There is one driveway spot, we rotate.`,
    },
  },
  {
    seller: 'liam',
    daysAgo: 7.6,
    period: { inDays: 30 },
    photos: ['cheap-room-hazel-1.svg', 'cheap-room-hazel-2.svg'],
    body: {
      title: 'Half of a big double room, all included',
      house_type: 'Bedroom',
      address: '318 Hazel St',
      landlord_consent: 'Not yet',
      cost: 425,
      num_beds: 5,
      people_in_bedroom: 2,
      ...onlyFlags(
        'is_cost_per_room',
        'is_utilities_included',
        'is_sublet',
        'is_shared',
        'has_cooking',
      ),
      amenities: [],
      description:
        'You would share the room with me (second year, asleep by midnight), so the rent is half. Own bed, own desk, a curtain between us. Bus stop right outside. Stay as long as you like.',
    },
  },
  {
    seller: 'farah',
    daysAgo: 10.3,
    period: { term: 0, terms: 3 },
    photos: ['studio-columbia-1.svg', 'studio-columbia-2.svg', 'studio-columbia-3.svg'],
    body: {
      title: 'Quiet studio-style room for a grad student or co-op',
      house_type: 'Apartment',
      address: '350 Cedar Ave',
      landlord_consent: 'Yes',
      cost: 1100,
      num_beds: 1,
      ...onlyFlags('is_sublet', 'has_laundry', 'has_cooking', 'has_parking', 'no_smoking'),
      amenities: ['Furnished', 'Air conditioning', 'Balcony'],
      description:
        'Whole one-bedroom unit, not a room. Balcony looks at the trees. I keep it very tidy and hope you will too. Underground parking is extra ($60). Viewings any evening after 6.',
    },
  },
  {
    seller: 'kwame',
    daysAgo: 13.2,
    period: { term: 0, terms: 1 },
    photos: ['lease-king-street-1.svg', 'lease-king-street-2.svg', 'lease-king-street-3.svg'],
    body: {
      title: 'Whole two-bedroom with a balcony for {term}',
      house_type: 'Apartment',
      address: '315 Birch St',
      landlord_consent: 'Yes',
      cost: 1480,
      num_beds: 2,
      ...onlyFlags('is_sublet', 'has_laundry', 'has_cooking', 'has_parking', 'no_smoking'),
      amenities: ['Furnished', 'Dishwasher', 'Balcony'],
      description:
        'Third floor, corner unit. We are both on co-op out of town for the term and will cover the sublet fee. One spot in the garage is yours. First month half price if you can start on the first.',
    },
  },
  {
    seller: 'priya',
    daysAgo: 16,
    previousPrice: { price: 740, untilDaysAgo: 6.2 },
    period: { term: 1, terms: 2 },
    photos: ['calm-house-marshall-1.svg', 'calm-house-marshall-2.svg'],
    body: {
      title: 'Room in a calm house, vegetarian kitchen',
      house_type: 'House',
      address: '78 Beech St',
      cost: 680,
      num_beds: 2,
      ...onlyFlags(
        'is_cost_per_room',
        'is_utilities_included',
        'is_sublet',
        'is_shared',
        'has_laundry',
        'has_cooking',
        'no_smoking',
      ),
      amenities: ['Wi-Fi included', 'Bike storage'],
      description: `Room is about 10 by 12 feet with a closet.

The kitchen is vegetarian (eggs are fine). We have a herb garden, a rice cooker the size of a drum, and a board game shelf.

Five minutes to the library by bike, twelve on foot.`,
    },
  },
  {
    seller: 'ada',
    daysAgo: 19.1,
    marked: { as: 'sold', daysAgo: 3 },
    period: { term: 0, terms: 1 },
    photos: ['attic-room-albert-1.svg', 'attic-room-albert-2.svg'],
    body: {
      title: 'Attic room with a view, {term} only',
      house_type: 'Bedroom',
      address: '91 Willow St',
      cost: 740,
      num_beds: 4,
      ...onlyFlags('is_cost_per_room', 'is_sublet', 'is_shared', 'has_laundry', 'has_cooking'),
      amenities: ['Furnished'],
      description:
        'Top of the house, sloped ceiling, so not ideal if you are over 6 feet. Warm in winter. Great for studying.',
    },
  },
  {
    seller: 'noah',
    daysAgo: 22.3,
    period: { term: 0, terms: 2 },
    photos: ['sublet-phillip-1.svg', 'sublet-phillip-2.svg'],
    body: {
      title: 'Two-bedroom sublet on Poplar, gym and pool in building',
      house_type: 'Apartment',
      address: '258 Poplar St',
      landlord_consent: 'Yes',
      cost: 1790,
      num_beds: 2,
      ...onlyFlags('is_sublet', 'has_laundry', 'has_cooking', 'no_smoking'),
      amenities: ['Furnished', 'Gym', 'Dishwasher'],
      description:
        'Two bedrooms, two bathrooms, right beside the engineering buildings. Perfect for two friends with eight months of classes. Message me for a video tour.',
    },
  },
  {
    seller: 'mei',
    daysAgo: 25.5,
    period: { inDays: 10, days: 61 },
    photos: ['short-sublet-1.svg', 'short-sublet-2.svg', 'short-sublet-3.svg'],
    body: {
      title: 'Short sublet: our two-bedroom for 2 months',
      house_type: 'Apartment',
      address: '205 Hawthorn St',
      landlord_consent: 'Asked',
      cost: 1250,
      num_beds: 2,
      ...onlyFlags('is_utilities_included', 'is_sublet', 'has_cooking', 'no_smoking'),
      amenities: ['Furnished', 'Wi-Fi included'],
      description:
        'Between co-op terms? This is for you and a friend. Two months, the exact days are flexible.',
    },
  },
  {
    seller: 'sofia',
    daysAgo: 29.4,
    period: { term: 0 },
    photos: ['music-house-ezra-1.svg', 'music-house-ezra-2.svg'],
    body: {
      title: 'Bright corner room in a music student house',
      house_type: 'House',
      address: '21 Alder Ave',
      cost: 790,
      num_beds: 4,
      ...onlyFlags(
        'is_cost_per_room',
        'is_sublet',
        'is_shared',
        'has_laundry',
        'has_cooking',
        'has_parking',
      ),
      amenities: ['Furnished', 'Pet friendly'],
      description:
        'There is a piano in the living room and someone is usually playing it, never after 10. Two windows, double bed, big closet. Two minutes to the concourse.',
    },
  },
]
