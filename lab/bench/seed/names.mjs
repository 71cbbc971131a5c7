export const firstNames =
  `Maria James Anna Mohammed David Sofia John Laura Michael Emma Daniel Fatima Robert Elena Thomas Sarah Peter Julia
  Andreas Linda Carlos Eva Martin Alice Paul Nina Jan Clara Ahmed Olga Marco Irene Stefan Yuki Luis Amina Erik Hana
  Viktor Grace Omar Ingrid Felix Mei Hugo Priya Simon Zoë Ivan Chloé Jonas Aisha Tomás Ruth Émile Noor Björn Leila
  Øyvind Keiko Dmitri Agnes Rashid Helga Kwame Astrid Zoltán Freya Mateusz Ngozi Wilhelmina Quentin Xenia Ulrich
  Yosef Philippa Ignatius Ottoline Leopold Hjördis`.split(/\s+/);

export const lastNames =
  `Smith Müller Garcia Nguyen Johnson Kim Silva Brown Rossi Ivanov Jones Khan Martin Novak Williams Andersson Patel
  Schmidt Lopez Lee Dubois Kowalski Davis Yılmaz Santos Hansen Miller Sato Weber Ali Moreau Nielsen Wilson Costa Popov
  Taylor Wagner Bianchi Haddad Fischer Okafor Jansen Suzuki Petrov Åström O'Brien Fernández Becker Szabó Lindqvist
  Murphy Horvat Larsen Mensah Virtanen Castillo Dvořák Papadopoulos Chowdhury Visser Keller Abebe Marchetti Ødegård
  Baptiste Tanaka Zieliński Ferrari Greene Achterberg Wójcik Van-der-Berg MacLeod Villanueva Stravinsky`.split(
    /\s+/,
  );

const syllables =
  'ba ko ri ten mar lo vis gar ul dri sen wa pe no ham ster el ju qua zor fi bren tas hol'.split(' ');

/** One of fourteen thousand names that are on no list. */
export function inventedName(number) {
  const at = (place) => syllables[Math.floor(number / 24 ** place) % 24];
  const name = at(0) + at(1) + at(2);
  return name[0].toUpperCase() + name.slice(1);
}

export const mailDomains = 'gmail.example outlook.example yahoo.example proton.example icloud.example'.split(
  ' ',
);

export const companyWords =
  `Global Nordic United Blue Summit River Solar Urban Prime Golden Silver Atlas Nova Delta Quantum Harbor Cedar Iron
  Velvet Copper Amber Falcon Maple Orchid`.split(/\s+/);
export const companyKinds =
  `Systems Labs Partners Foods Media Bank Logistics Health Energy Studio Motors Textiles Airlines Research Group`.split(
    /\s+/,
  );
