import type { ItemSample } from './item-sample.ts'

export const outingsAndHobbies: ItemSample[] = [
  {
    seller: 'kwame',
    daysAgo: 0.3,
    photos: ['concert-tickets-1.svg', 'concert-tickets-2.svg'],
    event: { weekday: 'Saturday', inDays: 3 },
    body: {
      title: '2 concert tickets, Saturday night at the Centre in the Square',
      category: 'Tickets',
      condition: 'New',
      price: 70,
      listing_type: 'Selling',
      description:
        'Floor seats, price is for each. Friends bailed on me. Digital transfer, so you can meet me on campus and I send them while you watch.',
    },
  },
  {
    seller: 'ada',
    daysAgo: 1.4,
    marked: { as: 'pending', daysAgo: 0.4 },
    photos: ['bike-1.svg', 'bike-2.svg', 'bike-3.svg'],
    body: {
      title: 'City bike with basket, fresh tune-up',
      category: 'Bikes',
      condition: 'Used',
      price: 220,
      listing_type: 'Selling',
      description: `New chain and brake pads this fall, tires have plenty left. Includes a lock and two lights.

Fits about 5 foot 7 to 5 foot 11. Come try it around the ring road.`,
    },
  },
  {
    seller: 'sofia',
    daysAgo: 3.3,
    photos: ['frosh-kit-1.svg', 'frosh-kit-2.svg'],
    body: {
      title: 'Frosh week kit, never worn',
      category: 'Events',
      condition: 'New',
      price: 15,
      listing_type: 'Selling',
      description:
        'Lanyard, two wristbands and the shirt (M). I missed the week because I was sick.',
    },
  },
  {
    seller: 'noah',
    daysAgo: 5.2,
    photos: ['guitar-1.svg', 'guitar-2.svg'],
    body: {
      title: 'Acoustic guitar with stand and soft case',
      category: 'Music',
      condition: 'Used',
      price: 140,
      listing_type: 'Selling',
      description:
        'Warm sound, low action, one small ding on the back you can see in the photos. New strings last month.',
    },
  },
  {
    seller: 'liam',
    daysAgo: 7.9,
    photos: ['hoodie-1.svg', 'hoodie-2.svg'],
    body: {
      title: 'Faculty hoodie, size L',
      category: 'Clothing',
      condition: 'Like New',
      price: 25,
      listing_type: 'Selling',
      description: 'Shrunk my motivation, not the hoodie. Washed twice.',
    },
  },
  {
    seller: 'priya',
    daysAgo: 10.1,
    marked: { as: 'sold', daysAgo: 2.9 },
    photos: ['hockey-tickets-1.svg'],
    event: { weekday: 'Saturday', inDays: 6 },
    body: {
      title: 'Wanted: 2 tickets to the rivalry hockey game',
      category: 'Tickets',
      condition: null,
      price: 40,
      listing_type: 'Wanting',
      description:
        'Any seats, standing is fine too. My parents are visiting and want to see one. Paying up to $40 each.',
    },
  },
  {
    seller: 'mei',
    daysAgo: 2.1,
    event: { weekday: 'Saturday', inDays: 3 },
    photos: [],
    body: {
      title: 'Wanted: one concert ticket, Saturday night',
      category: 'Tickets',
      condition: null,
      price: 60,
      listing_type: 'Wanting',
      description:
        'All my friends got theirs in the presale and I was in a midterm. Anywhere in the hall. I can meet you on campus any day.',
    },
  },
  {
    seller: 'farah',
    daysAgo: 12.8,
    marked: { as: 'sold', daysAgo: 1.6 },
    photos: ['board-games-1.svg', 'board-games-2.svg'],
    body: {
      title: 'Board game bundle (4 games)',
      category: 'Other',
      condition: 'Used',
      price: 35,
      listing_type: 'Selling',
      description: 'All pieces counted. One box has a split corner. Great for a new house.',
    },
  },
  {
    seller: 'mei',
    daysAgo: 15.1,
    photos: ['skates-1.svg', 'skates-2.svg'],
    body: {
      title: 'Hockey skates, size 8, sharpened once',
      category: 'Other',
      condition: 'Like New',
      price: 50,
      listing_type: 'Selling',
      description: 'Bought for one skating date. It did not work out but the skates are excellent.',
    },
  },
  {
    seller: 'kwame',
    daysAgo: 18.2,
    photos: ['winter-formal-1.svg', 'winter-formal-2.svg'],
    event: { weekday: 'Friday', inDays: 16 },
    body: {
      title: 'One ticket to the faculty formal',
      category: 'Events',
      condition: 'New',
      price: 45,
      listing_type: 'Selling',
      description:
        'Dinner and dancing included. Table of friendly people, I promise. Doors at 6, last bus back to campus at 1.',
    },
  },
  {
    seller: 'sofia',
    daysAgo: 21.5,
    photos: ['piano-1.svg', 'piano-2.svg'],
    body: {
      title: 'Digital piano, 76 keys, with stand',
      category: 'Music',
      condition: 'Used',
      price: 260,
      listing_type: 'Selling',
      description:
        'Weighted keys, headphone jack (your roommates will thank you). Pedal included. Must be picked up, I can help carry it down.',
    },
  },
  {
    seller: 'ada',
    daysAgo: 24.2,
    photos: ['parka-1.svg', 'parka-2.svg'],
    body: {
      title: 'Very warm parka, size M',
      category: 'Clothing',
      condition: 'Used',
      price: 90,
      listing_type: 'Selling',
      description:
        'Two winters old and good for at least five more. Going home to somewhere with palm trees.',
    },
  },
  {
    seller: 'noah',
    daysAgo: 27.6,
    photos: ['basketball-tickets-1.svg', 'basketball-tickets-2.svg'],
    event: { weekday: 'Friday', inDays: 4 },
    body: {
      title: '3 basketball tickets, row 4',
      category: 'Tickets',
      condition: 'New',
      price: 20,
      listing_type: 'Selling',
      description: 'Each. Friday 7 pm tip-off.',
    },
  },
  {
    seller: 'mei',
    daysAgo: 28.4,
    photos: ['backpack-1.svg', 'backpack-2.svg'],
    body: {
      title: 'Everyday backpack, fits a 15 inch laptop',
      category: 'Other',
      condition: 'Like New',
      price: 30,
      listing_type: 'Selling',
      description: 'Water bottle pockets on both sides, zips all work. Got a new one as a gift.',
    },
  },
  {
    seller: 'liam',
    daysAgo: 30.8,
    renewedDaysAgo: 3.9,
    photos: ['ski-trip-1.svg'],
    event: { weekday: 'Sunday', inDays: 9 },
    body: {
      title: 'Seat on the ski club day trip',
      category: 'Events',
      condition: 'New',
      price: 65,
      listing_type: 'Selling',
      description:
        'Bus and lift ticket. Rental is extra. I have a midterm the next morning and am making good choices for once.',
    },
  },
  {
    seller: 'priya',
    daysAgo: 34.3,
    photos: ['lab-coat-1.svg', 'lab-coat-2.svg'],
    body: {
      title: 'Lab coat (S) and goggles',
      category: 'Clothing',
      condition: 'Used',
      price: 12,
      listing_type: 'Selling',
      description:
        'Required for first-year chem labs. Clean, one faint indicator stain on the cuff.',
    },
  },
]
