import DataSets

// The example of DataSets, as it is printed, with what it needs around it.

private enum DataSetExamples {
  struct Feed: Codable, Sendable, Equatable {
    let latest: Int

    func merging(_ changes: Feed) -> Feed { changes }
  }

  struct Service: Sendable {
    func all(of account: String) async throws -> Feed { Feed(latest: 0) }
    func changes(of account: String, since latest: Int) async throws -> Feed { Feed(latest: 1) }
  }

  static func feed<Failure: DataSetFailure>(
    of account: String, at service: Service, _ kind: DataSetKind<Feed>,
    in repository: Repository<Failure>
  ) -> DataSet<Feed, Failure> {
    repository.dataSet(kind, about: account) { earlier in
      guard let earlier else { return try await service.all(of: account) }
      return earlier.merging(try await service.changes(of: account, since: earlier.latest))
    }
  }
}
