import { onlyFlags, type RentalSample } from './rental-sample.ts'

export const leases: RentalSample[] = [
  {
    seller: 'farah',
    daysAgo: 0.6,
    period: { term: 1 },
    photos: [
      'whole-house-albert-1.svg',
      'whole-house-albert-2.svg',
      'whole-house-albert-3.svg',
      'whole-house-albert-4.svg',
    ],
    body: {
      title: 'Whole house on Willow Street, 5 bedrooms',
      house_type: 'House',
      address: '201 Willow St',
      cost: 3800,
      num_beds: 5,
      ...onlyFlags('has_laundry', 'has_cooking', 'has_parking', 'no_smoking'),
      amenities: ['Dishwasher', 'Bike storage', 'Pet friendly'],
      description: `All five of us are graduating, and our landlord (very responsive, fixes things within a day) asked us to find the next group.

Twelve month lease. Two full bathrooms, big kitchen with a gas stove, finished basement, parking for three cars. The couch and dining table can stay for free.

Come see it, we are home most evenings. Groups only please.`,
    },
  },
  {
    seller: 'priya',
    daysAgo: 2.2,
    marked: { as: 'pending', daysAgo: 1.1 },
    period: { term: 0 },
    photos: ['two-bed-columbia-1.svg', 'two-bed-columbia-2.svg', 'two-bed-columbia-3.svg'],
    body: {
      title: 'Two-bedroom apartment, 10 min walk to campus',
      house_type: 'Apartment',
      address: '145 Cedar Ave',
      cost: 2150,
      num_beds: 2,
      ...onlyFlags('is_utilities_included', 'has_laundry', 'has_cooking', 'no_smoking'),
      amenities: ['Balcony', 'Air conditioning', 'Dishwasher', 'Gym'],
      description:
        'Fourth floor with a balcony. Heat, water and electricity included. Laundry on every floor. Eight month or twelve month lease.',
    },
  },
  {
    seller: 'kwame',
    daysAgo: 4.3,
    period: { inDays: 14 },
    photos: ['basement-larch-1.svg', 'basement-larch-2.svg'],
    body: {
      title: 'Basement apartment, own entrance',
      house_type: 'Basement',
      address: '88 Larch St',
      cost: 1150,
      num_beds: 1,
      ...onlyFlags(
        'is_utilities_included',
        'has_laundry',
        'has_cooking',
        'has_parking',
        'no_smoking',
      ),
      amenities: ['Furnished'],
      description:
        'Private entrance at the side, full kitchen, proper windows (it is only half below ground). The family upstairs is lovely and quiet after nine. One parking spot.',
    },
  },
  {
    seller: 'liam',
    daysAgo: 6.5,
    period: { term: 0 },
    photos: ['townhouse-keats-1.svg', 'townhouse-keats-2.svg', 'townhouse-keats-3.svg'],
    body: {
      title: 'Three-bedroom townhouse off Juniper Way',
      house_type: 'House',
      address: '402 Juniper Way',
      cost: 2700,
      num_beds: 3,
      ...onlyFlags('has_laundry', 'has_cooking', 'has_parking', 'no_smoking'),
      amenities: ['Dishwasher', 'Pet friendly'],
      description:
        'Good for a group of three. Garage fits one car plus bikes. Bus 13 stops at the corner and reaches campus in nine minutes.',
    },
  },
  {
    seller: 'ada',
    daysAgo: 9,
    period: { inDays: 40 },
    photos: ['bachelor-bakery-1.svg', 'bachelor-bakery-2.svg', 'bachelor-bakery-3.svg'],
    body: {
      title: 'Bachelor apartment, bright, above the bakery',
      house_type: 'Apartment',
      address: '64 Birch St',
      cost: 1325,
      num_beds: 1,
      ...onlyFlags('is_utilities_included', 'has_cooking', 'no_smoking'),
      amenities: ['Air conditioning'],
      description:
        'Wakes you up smelling of cinnamon buns, that is the only downside. Tram stop across the street, laundromat two doors over. No pets, sorry, landlord is allergic.',
    },
  },
  {
    seller: 'noah',
    daysAgo: 11.8,
    period: { term: 1 },
    photos: ['brick-house-stadium-1.svg', 'brick-house-stadium-2.svg', 'brick-house-stadium-3.svg'],
    body: {
      title: 'Brick four-bedroom near the stadium',
      house_type: 'House',
      address: '33 Rowan Ave',
      cost: 780,
      num_beds: 4,
      ...onlyFlags('is_cost_per_room', 'has_laundry', 'has_cooking', 'has_parking'),
      amenities: ['Bike storage'],
      description:
        'Priced per room, whole house preferred but will do two and two. Game days are loud and fun. New furnace and windows.',
    },
  },
  {
    seller: 'mei',
    daysAgo: 14.6,
    period: { term: 0 },
    photos: ['one-bedroom-den-1.svg', 'one-bedroom-den-2.svg', 'one-bedroom-den-3.svg'],
    body: {
      title: 'One bedroom + den, great for a couple or one remote co-op',
      house_type: 'Apartment',
      address: '318 Spruce St',
      cost: 1850,
      num_beds: 1,
      ...onlyFlags('has_laundry', 'has_cooking', 'has_parking', 'no_smoking'),
      amenities: ['Furnished', 'Balcony', 'Gym', 'Air conditioning'],
      description:
        'Den fits a desk and a shelf, I did two remote work terms from it. In-suite laundry. Tenth floor, you can see the fireworks from the balcony in summer.',
    },
  },
  {
    seller: 'sofia',
    daysAgo: 17.5,
    period: { term: 0 },
    photos: ['shared-house-weber-1.svg', 'shared-house-weber-2.svg'],
    body: {
      title: 'Room in shared house, 8-month lease',
      house_type: 'Bedroom',
      address: '147 Chestnut St',
      cost: 640,
      num_beds: 5,
      ...onlyFlags(
        'is_cost_per_room',
        'is_utilities_included',
        'is_shared',
        'has_laundry',
        'has_cooking',
        'has_parking',
      ),
      amenities: ['Wi-Fi included'],
      description:
        'Six of us in total, two kitchens. Room is unfurnished. Last month deposit required.',
    },
  },
  {
    seller: 'farah',
    daysAgo: 20.6,
    period: { term: 0 },
    photos: ['lease-suite-larch-1.svg', 'lease-suite-larch-2.svg', 'lease-suite-larch-3.svg'],
    body: {
      title: 'Lease takeover: two rooms of a five-bedroom suite',
      house_type: 'Apartment',
      address: '275 Larch St',
      cost: 875,
      num_beds: 4,
      ...onlyFlags('is_cost_per_room', 'is_shared', 'has_laundry', 'has_cooking', 'no_smoking'),
      amenities: ['Furnished', 'Dishwasher', 'Gym'],
      description:
        'Ideal for two friends who want to stay together. Both rooms have a window (ask any student here why that matters). The other three rooms are taken by second-years.',
    },
  },
  {
    seller: 'kwame',
    daysAgo: 23.9,
    period: { term: 1 },
    photos: ['duplex-dorset-1.svg', 'duplex-dorset-2.svg'],
    body: {
      title: 'Upper floor of a duplex, uptown',
      house_type: 'House',
      address: '19 Linden St',
      cost: 2300,
      num_beds: 3,
      ...onlyFlags(
        'is_utilities_included',
        'has_laundry',
        'has_cooking',
        'has_parking',
        'no_smoking',
      ),
      amenities: ['Pet friendly', 'Balcony'],
      description: `Three bedrooms, one bathroom, the original hardwood and a porch swing.

Owner lives downstairs and is a retired music professor. Dogs are welcome, drum kits are not.

Snow removal included. Available on a twelve month lease starting in {term}.`,
    },
  },
  {
    seller: 'liam',
    daysAgo: 27.3,
    period: { term: 1 },
    photos: ['creek-house-sundew-1.svg', 'creek-house-sundew-2.svg', 'creek-house-sundew-3.svg'],
    body: {
      title: 'Rooms for {term} in a tidy house by the creek',
      house_type: 'House',
      address: '512 Aspen Dr',
      cost: 615,
      num_beds: 3,
      ...onlyFlags(
        'is_cost_per_room',
        'is_shared',
        'has_laundry',
        'has_cooking',
        'has_parking',
        'no_smoking',
      ),
      amenities: ['Furnished', 'Bike storage', 'Air conditioning'],
      description:
        'A bit further out (15 minutes by bus) and much quieter for it. Trail starts behind the fence.',
    },
  },
  {
    seller: 'priya',
    daysAgo: 31.2,
    period: { inDays: 25 },
    photos: ['step-free-regina-1.svg', 'step-free-regina-2.svg'],
    body: {
      title: 'Accessible one-bedroom, elevator, step-free entrance',
      house_type: 'Apartment',
      address: '100 Pine St',
      cost: 1600,
      num_beds: 1,
      ...onlyFlags('is_utilities_included', 'has_laundry', 'has_cooking', 'no_smoking'),
      amenities: ['Air conditioning', 'Dishwasher'],
      description:
        'Wide doors, roll-in shower, lowered counter in the kitchen. Building is step free from the street and close to the tram. Happy to send measurements.',
    },
  },
  {
    seller: 'ada',
    daysAgo: 36.7,
    renewedDaysAgo: 5.8,
    period: { term: 2 },
    photos: ['big-house-erb-1.svg', 'big-house-erb-2.svg'],
    body: {
      title: 'Group of six? Big old house on Oak',
      house_type: 'House',
      address: '230 Oak St',
      cost: 4200,
      num_beds: 6,
      ...onlyFlags('has_laundry', 'has_cooking', 'has_parking'),
      amenities: ['Dishwasher', 'Pet friendly', 'Bike storage'],
      description:
        'Six real bedrooms, three bathrooms, a dining room that seats twelve. Posting early for the next school year.',
    },
  },
]
