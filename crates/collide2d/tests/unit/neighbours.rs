use super::Neighbours;

#[test]
fn lists_the_contacts_of_each_body_that_moves() {
    let pairs = [(0, 1), (0, 2), (1, 2), (2, 4)];
    let mut neighbours = Neighbours::default();
    for _ in 0..2 {
        neighbours.fill(5, pairs.iter().copied(), |body| body != 0);
        let of = |body| neighbours.of(body).collect::<Vec<_>>();
        assert_eq!([of(0), of(1), of(2), of(3), of(4)], [vec![], vec![0, 2], vec![1, 2, 3], vec![], vec![3]]);
    }
}
