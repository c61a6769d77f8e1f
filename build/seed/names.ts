/** Names and texts of the made-up shop, as long as they are in Panama. */

const listed = (texts: string): readonly string[] => texts.trim().split(/,\s+/);

export const givenNames = listed(`
  María José, José Antonio, Guadalupe del Carmen, Luis Alberto, Ana Lucía, Juan Carlos, Rosa Elena,
  Miguel Ángel, Carmen, Ricardo, Yadira, Rubén Darío, Itzel, Óscar, Xiomara, Héctor Iván, Beatriz,
  Édgar, Milagros, Raúl, Ernestina, Tomás, Zoraida, Íñigo`);
export const surnames = listed(`
  Castillero, de la Guardia, González, Rodríguez, Pérez, Ábrego, Quintero, Núñez, Batista, del Cid,
  Villarreal, Ortega, Sánchez, Arosemena, Him, Chong, Guerra, Montenegro, Santamaría, Espino,
  Cedeño, Vásquez, Domínguez, Rivera, Barría, Samudio, Atencio, Caballero, Degracia, Fuentes,
  Herrera, Icaza, Jaén, Lezcano, Moreno, Navarro, Pinzón, Robles, Saldaña, Tejada, Urriola,
  Valdés, Wong, Ycaza, Zúñiga, Ayarza, Bonilla, Camarena`);
export const concepts = listed(`
  Hotel, Delivery, Reservation, Television, Insurance, Repair, Course, Spare parts`);
export const operators = listed(`
  Ana, Benito, Carla, Diego, Elena, Fabio, Gilda, Hugo, Irma, Julián, Katia, Lorenzo,
  María Fernanda Arosemena, Néstor, Olga, Pablo, Querube, Rosendo, Sofía, Telma, Ulises, Victoria,
  Wilfredo, Ximena, Yariela, Zoe`);
