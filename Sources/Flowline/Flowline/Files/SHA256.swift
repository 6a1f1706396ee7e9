/// SHA-256 as FIPS 180-4 defines it.
///
/// Written here since a library for it would bring every adopter of the engine, which has no dependency,
/// all of cryptography. It tells contents apart; it guards no secret.
enum SHA256 {
  /// The digest of bytes: 32 bytes.
  static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    let rest = bytes.count % blockSize
    let whole = bytes.count - rest
    var state = initialState
    bytes.withUnsafeBytes { bytes in
      mix(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), into: &state)
      // The rest of the bytes, a one, as many zeros as fill the block, and the number of bits.
      var end = [UInt8](repeating: 0, count: rest + 9 > blockSize ? 2 * blockSize : blockSize)
      end.withUnsafeMutableBytes { end in
        end.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[whole...]))
        end[rest] = 0x80
        end.storeBytes(
          of: (UInt64(bytes.count) * 8).bigEndian, toByteOffset: end.count - 8, as: UInt64.self)
      }
      end.withUnsafeBytes { mix($0, into: &state) }
    }
    for index in state.indices { state[index] = state[index].bigEndian }
    return state.withUnsafeBytes { Array($0) }
  }

  private static let blockSize = 64

  /// Mixes blocks into a state.
  ///
  /// Plain loops over memory: a debug build makes a call of every closure, range and subscript of an
  /// array, and would take seconds for a file of some megabytes.
  private static func mix(_ blocks: UnsafeRawBufferPointer, into state: inout [UInt32]) {
    guard let start = blocks.baseAddress else { return }
    let count = blocks.count
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { memory in
      constants.withUnsafeBufferPointer { constants in
        state.withUnsafeMutableBufferPointer { state in
          guard let words = memory.baseAddress, let constants = constants.baseAddress,
            let state = state.baseAddress
          else { return }
          var offset = 0
          while offset < count {
            schedule(start + offset, in: words)
            mix(words, constants, into: state)
            offset += blockSize
          }
        }
      }
    }
  }

  /// Makes the 64 words of a block.
  private static func schedule(
    _ block: UnsafeRawPointer, in words: UnsafeMutablePointer<UInt32>
  ) {
    var index = 0
    while index < 16 {
      words[index] = block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self).bigEndian
      index &+= 1
    }
    while index < 64 {
      let early = words[index &- 15]
      let late = words[index &- 2]
      let first =
        (early &>> 7 | early &<< 25) ^ (early &>> 18 | early &<< 14) ^ (early &>> 3)
      let second = (late &>> 17 | late &<< 15) ^ (late &>> 19 | late &<< 13) ^ (late &>> 10)
      words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
      index &+= 1
    }
  }

  private static func mix(
    _ words: UnsafeMutablePointer<UInt32>, _ constants: UnsafePointer<UInt32>,
    into state: UnsafeMutablePointer<UInt32>
  ) {
    var a = state[0]
    var b = state[1]
    var c = state[2]
    var d = state[3]
    var e = state[4]
    var f = state[5]
    var g = state[6]
    var h = state[7]
    var index = 0
    while index < 64 {
      let choice = (e & f) ^ (~e & g)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let first =
        h &+ ((e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)) &+ choice
        &+ constants[index] &+ words[index]
      let second =
        ((a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)) &+ majority
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ second
      index &+= 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static let initialState: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
