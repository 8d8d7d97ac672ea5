use super::*;

/// 2³² bodies in one place take too long to add one by one.
#[test]
fn a_place_whose_generations_are_used_up_is_retired() {
    let mut places = BodyPlaces::default();
    places.leave(0);
    assert_eq!([places.begin_step(), places.begin_step()], [vec![], vec![0]]);
    assert_eq!(places.take(1), Some(0));
    places.generations[0] = u32::MAX - 1;
    let last_but_one = places.handle(0);
    places.leave(0);
    assert_eq!([places.begin_step(), places.begin_step()], [vec![], vec![0]]);
    assert_eq!(places.take(1), Some(0));
    let last = places.handle(0);
    assert_eq!([places.index_of(last_but_one), places.index_of(last)], [None, Some(0)]);
    places.leave(0);
    assert_eq!([places.begin_step(), places.begin_step(), places.begin_step()], [vec![], vec![], vec![]]);
    assert_eq!(places.take(1), None);
}

#[test]
fn places_in_a_row_are_the_lowest_ones() {
    let mut places = BodyPlaces::default();
    [7, 0, 1, 4, 3, 5].into_iter().for_each(|place| places.leave(place));
    places.begin_step();
    places.begin_step();
    assert_eq!(
        [places.take(3), places.take(3), places.take(1), places.take(2)],
        [Some(3), None, Some(0), None]
    );
}
